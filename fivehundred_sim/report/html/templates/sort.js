// Tables are sorted by their headings: once, the other way, then as they were. Cells say what by (data-sort);
// those that say nothing come last. Lines stay in their own part of the table, below its heading.
for (const table of document.querySelectorAll("table.sorts")) {
  const bodies = [...table.tBodies].map((body) => [body, [...body.rows]]);
  const headings = [...table.querySelectorAll("th[data-column]")];
  for (const heading of headings) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const falling = heading.hasAttribute("data-falling");
      const turns = falling ? [null, "descending", "ascending", null] : [null, "ascending", "descending", null];
      const next = turns[turns.indexOf(heading.getAttribute("aria-sort")) + 1];
      for (const other of headings) other.removeAttribute("aria-sort");
      if (next) heading.setAttribute("aria-sort", next);
      table.classList.toggle("sorted", next !== null);
      sort(bodies, Number(heading.dataset.column), next);
    });
  }
}

function sort(bodies, column, order) {
  for (const [body, rows] of bodies) {
    const lines = order ? rows.filter((row) => row.matches(".line")) : rows;
    if (order) lines.sort((one, other) => compared(key(one, column), key(other, column), order));
    body.append(...lines);
  }
}

function compared(a, b, order) {
  if (a === null || b === null) return (a === null) - (b === null);
  return order === "ascending" ? a - b : b - a;
}

function key(line, column) {
  const word = line.cells[column].dataset.sort;
  return word === undefined ? null : Number(word);
}
