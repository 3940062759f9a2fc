// Places the nodes of a graph in rows, each below all that it reads, so that edges only go down. Linear in nodes and edges.

/** {nodes: with row, column and shift, rows, columns}. `reads` of a node: [{node: id}]. */
export function layers(nodes) {
  const rows = new Map(), known = new Map(nodes.map(node => [node.id, node]));
  for (const node of nodes) place(node, known, rows);
  lower(nodes, rows);
  const width = new Map();
  const placed = nodes.map(node => {
    const row = rows.get(node.id), column = width.get(row) ?? 0;
    width.set(row, column + 1);
    return {...node, row, column};
  });
  const columns = Math.max(1, ...width.values());
  for (const node of placed) node.shift = (columns - width.get(node.row)) / 2;
  return {nodes: placed, rows: Math.max(1, ...[...rows.values()].map(row => row + 1)), columns};
}

/** What reads nothing stands right above its first reader, so that its edge does not run behind other boxes. */
function lower(nodes, rows) {
  const first = new Map();
  for (const {id, reads} of nodes) for (const {node} of reads) first.set(node, Math.min(first.get(node) ?? Infinity, rows.get(id)));
  for (const {id, reads} of nodes) if (!reads.length && first.has(id)) rows.set(id, first.get(id) - 1);
}

/** With a list of its own: graphs may be deeper than a stack. What reads itself, which no recipe does, ends where it began. */
function place(node, known, rows) {
  const pending = [node.id], open = new Set();
  while (pending.length) {
    const id = pending.at(-1), reads = known.get(id).reads.map(read => read.node).filter(name => known.has(name));
    const missing = rows.has(id) ? [] : reads.filter(name => !rows.has(name) && !open.has(name));
    open.add(id);
    if (missing.length) {
      pending.push(...missing);
      continue;
    }
    pending.pop();
    if (!rows.has(id)) rows.set(id, reads.reduce((row, name) => Math.max(row, (rows.get(name) ?? -1) + 1), 0));
  }
}
