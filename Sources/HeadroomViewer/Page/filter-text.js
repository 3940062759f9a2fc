// Filters as text: what `headroom convert --filter` takes, one a line. A line that begins with # is a filter that is
// switched off. The text is the state; everything else on the page is made of it.

/** [{on, name, settings: [[key, literal]]}] of a text; what cannot be read is left to the server, which says why. */
export const parseFilters = text => text.split('\n').filter(line => line.trim() !== '').map(line => {
  const on = !line.startsWith('#'), words = tokens(on ? line : line.slice(1));
  const settings = words.slice(1).map(word => {
    const equals = word.indexOf('=');
    return equals < 0 ? [word, ''] : [word.slice(0, equals), word.slice(equals + 1)];
  });
  return {on, name: words[0] ?? '', settings};
});

export const formatFilters = filters => filters.map(({on, name, settings}) =>
  (on ? '' : '#') + [name, ...settings.map(([key, literal]) => `${key}=${literal}`)].join(' ')).join('\n');

/** The lines that change the picture: what the server is asked for. */
export const activeFilters = text => text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#')).join('\n');

/** Words between spaces; brackets and quotes hold theirs together. */
function tokens(line) {
  const found = line.match(/(?:\[[^\]]*\]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s[\]"'])+/g);
  return found ?? [];
}

/** Text in quotes, as a name with spaces needs it. */
export const quoted = text => `"${text.replace(/[\\"]/g, letter => '\\' + letter)}"`;

/** A name as it is where that is no other kind of value. */
export const named = text => /^[A-Za-z_/][\w./-]*$/.test(text) && !/^(true|false|yes|no)$/.test(text) ? text : quoted(text);

/** What stands in quotes, or the word itself. */
export function unquoted(literal) {
  const mark = literal[0];
  if (literal.length < 2 || (mark !== '"' && mark !== "'") || literal.at(-1) !== mark) return literal;
  return literal.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** The numbers of `[1,2,3]`; null for anything else. */
export function numbersOf(literal) {
  const inside = /^\[([^\]]*)\]$/.exec(literal)?.[1];
  if (inside === undefined) return null;
  const values = inside.split(',').map(Number);
  return values.every(Number.isFinite) ? values : null;
}

export const list = values => `[${values.map(short).join(',')}]`;

/** As many digits as a float has. */
export const short = value => String(Number(value.toPrecision(7)));
