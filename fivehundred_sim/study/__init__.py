"""Studies: questions become integer counts, counts become estimates with intervals."""
