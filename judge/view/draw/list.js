// The list of rows. Only the rows of one page are in the document. A row is as Row.MarshalJSON
// writes it.
const pageSize = 100;
const list = {rows: [], found: [], page: 0, chosen: null, columns: [], longest: 1};

const unpack = ([name, place = '', verdict = '', message = '', film = null,
  cpu = null, wall = null, memory = null, points = '', program = '']) =>
  ({name, place, verdict, message, film, cpu, wall, memory, points, program});

const sampled = 10 << 20; // bytes: the memory of shorter runs is not measured well

const mood = verdict => verdict === '' || verdict === 'SK' ? '' : verdict === 'AC' ? 'good' : 'bad';

// bar draws a time, and a mark at its limit; 0: it has none.
function bar(seconds, limit) {
  const over = limit > 0 && seconds > limit;
  const part = seconds => `${(100 * seconds / list.longest).toFixed(1)}%`;
  const fill = element('i'), mark = element('b', {title: `limit ${limit} s`});
  fill.style.width = part(seconds);
  mark.style.left = part(limit);
  return element('td', {class: 'fixed'}, `${seconds.toFixed(3)} s`,
    element('span', {class: over ? 'bar over' : 'bar'}, fill, ...limit > 0 ? [mark] : []));
}

// columnsOf returns the columns that rows need.
function columnsOf(rows, info) {
  const judged = rows.some(r => r.verdict), ran = rows.some(r => r.cpu !== null);
  return [
    {title: 'verdict', on: judged,
      cell: r => element('td', {class: 'fixed ' + mood(r.verdict)}, r.verdict)},
    {title: info.unit || (ran ? 'case' : 'puzzle'), on: true,
      cell: r => element('td', {class: 'name'}, element('button', {type: 'button'}, r.name))},
    {title: 'program', on: rows.some(r => r.program), cell: r => element('td', {}, r.program)},
    {title: 'points', on: rows.some(r => r.points),
      cell: r => element('td', {class: 'fixed'}, r.points)},
    {title: 'place', on: rows.some(r => r.place && !r.program),
      cell: r => element('td', {class: 'name'}, r.place)},
    {title: 'processor', on: ran,
      cell: r => r.cpu === null ? element('td') : bar(r.cpu, info.limit)},
    {title: 'wall', on: ran, cell: r => r.wall === null ? element('td') : bar(r.wall, info.wall)},
    {title: 'memory', on: ran, cell: r => element('td', {class: 'fixed'},
      r.memory === null ? '' : r.memory < sampled ? '< 10 MiB' :
        `${(r.memory / 1048576).toFixed(1)} MiB`)},
    {title: judged ? 'message' : 'moves', on: rows.some(r => r.message),
      cell: r => element('td', {}, r.message)},
  ].filter(c => c.on);
}

function showList() {
  const pages = Math.max(Math.ceil(list.found.length / pageSize), 1);
  list.page = Math.min(Math.max(list.page, 0), pages - 1);
  const from = list.page * pageSize;
  const shown = list.found.slice(from, from + pageSize);
  document.querySelector('#list tbody').replaceChildren(...shown.map(r => {
    const tr = element('tr', {'aria-selected': r === list.chosen},
      ...list.columns.map(c => c.cell(r)));
    tr.addEventListener('click', () => choose(r));
    return tr;
  }));
  byID('where').textContent = list.found.length === 0 ? 'none' :
    `${from + 1} to ${from + shown.length} of ${list.found.length}`;
  byID('back').disabled = list.page === 0;
  byID('next').disabled = list.page === pages - 1;
}

function search() {
  const words = byID('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdict = byID('verdict').value;
  list.found = list.rows.filter(r => (verdict === '' || r.verdict === verdict) &&
    words.every(w => `${r.program} ${r.name} ${r.place} ${r.verdict} ${r.message}`
      .toLowerCase().includes(w)));
  list.page = 0;
  showList();
}

// choose shows a row in the player.
function choose(row) {
  if (!row) return;
  list.chosen = row;
  const at = list.found.indexOf(row);
  if (at >= 0) list.page = Math.floor(at / pageSize);
  const held = document.activeElement.closest?.('#list tbody');
  showList();
  if (held) document.querySelector('#list tr[aria-selected=true] button')?.focus();
  byID('name').textContent = [row.verdict, row.program, row.name].filter(Boolean).join(' ');
  byID('message').textContent = row.message;
  byID('message').className = byID('name').className = mood(row.verdict);
  load(row.film);
}

function neighbour(by) {
  const at = list.found.indexOf(list.chosen);
  choose(list.found[Math.min(Math.max(at + by, 0), list.found.length - 1)]);
}

// showRows fills the list, and shows the first failure or else the first row that has a film.
function showRows(rows, info) {
  list.rows = rows;
  list.longest = rows.reduce((max, r) => Math.max(max, r.cpu ?? 0, r.wall ?? 0),
    Math.max(info.limit, info.wall, 0.001));
  list.columns = columnsOf(rows, info);
  list.chosen = null;
  byID('search').value = '';
  byID('summary').textContent = info.summary;
  document.querySelector('#list thead tr').replaceChildren(
    ...list.columns.map(c => element('th', {scope: 'col'}, c.title)));
  byID('verdict').replaceChildren(element('option', {value: ''}, 'all'),
    ...[...new Set(rows.map(r => r.verdict))].filter(Boolean)
      .map(v => element('option', {value: v}, v)));
  byID('bars').hidden = !rows.some(r => r.cpu !== null);
  byID('filter').hidden = !rows.some(r => r.verdict);
  search();
  choose(rows.find(r => r.film && mood(r.verdict) === 'bad') || rows.find(r => r.film) || rows[0]);
}

const listKeys = {
  ...playerKeys,
  ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1),
  '/': () => byID('search').focus(), t: turnTheme,
};
onClick({
  back: () => { list.page--; showList(); }, next: () => { list.page++; showList(); },
});
byID('search').addEventListener('input', search);
byID('verdict').addEventListener('change', search);
document.querySelector('#list form').addEventListener('submit', event => event.preventDefault());
