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
  for (const [body, lines] of bodies) {
    const sorted = order ? lines.map((line) => [key(line, column), line]) : null;
    sorted?.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return order === "ascending" ? a - b : b - a;
    });
    body.append(...(sorted ? sorted.map(([, line]) => line) : lines));
  }
}

function key(line, column) {
  if (line.classList.contains("heading")) return -Infinity;
  const word = line.cells[column].dataset.sort;
  return word === undefined ? null : Number(word);
}
