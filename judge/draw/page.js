'use strict';
(() => {
const byID = id => document.getElementById(id);
const data = id => JSON.parse(byID(id).textContent);
const info = data('info');
const rows = data('rows').map(([name, place = '', verdict = '', message = '', film = null,
  cpu = null, wall = null, memory = null, points = '', program = '']) =>
  ({name, place, verdict, message, film, cpu, wall, memory, points, program}));
const judged = rows.some(r => r.verdict), ran = rows.some(r => r.cpu !== null);
const pageSize = 100, maxLines = 200;
const svgNS = 'http://www.w3.org/2000/svg';

function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

function shape(name, attributes, ...children) {
  const e = document.createElementNS(svgNS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

const mood = verdict => verdict === '' || verdict === 'SK' ? '' : verdict === 'AC' ? 'good' : 'bad';

// The list. Only the rows of one page are in the document.
const list = {found: rows, page: 0, chosen: null};

const longest = rows.reduce((max, r) => Math.max(max, r.cpu ?? 0, r.wall ?? 0),
  Math.max(info.limit, info.wall, 0.001));

// bar draws a time, and a mark at its limit; 0: it has none.
function bar(seconds, limit) {
  const over = limit > 0 && seconds > limit;
  const mark = limit > 0 ? [element('b', {style: `left:${(100 * limit / longest).toFixed(1)}%`,
    title: `limit ${limit} s`})] : [];
  const fill = element('i', {style: `width:${(100 * seconds / longest).toFixed(1)}%`});
  return element('td', {class: 'fixed'}, `${seconds.toFixed(3)} s`,
    element('span', {class: over ? 'bar over' : 'bar'}, fill, ...mark));
}

const columns = [
  {title: 'verdict', on: judged,
    cell: r => element('td', {class: 'fixed ' + mood(r.verdict)}, r.verdict)},
  {title: info.unit, on: true,
    cell: r => element('td', {}, element('button', {type: 'button'}, r.name))},
  {title: 'program', on: rows.some(r => r.program), cell: r => element('td', {}, r.program)},
  {title: 'points', on: rows.some(r => r.points),
    cell: r => element('td', {class: 'fixed'}, r.points)},
  {title: 'place', on: rows.some(r => r.place && !r.program), cell: r => element('td', {}, r.place)},
  {title: 'processor', on: ran, cell: r => r.cpu === null ? element('td') : bar(r.cpu, info.limit)},
  {title: 'wall', on: ran, cell: r => r.wall === null ? element('td') : bar(r.wall, info.wall)},
  {title: 'memory', on: ran, cell: r => element('td', {class: 'fixed'},
    r.memory === null ? '' : `${(r.memory / 1048576).toFixed(1)} MiB`)},
  {title: judged ? 'message' : 'moves', on: true, cell: r => element('td', {}, r.message)},
].filter(c => c.on);

function showList() {
  const pages = Math.max(Math.ceil(list.found.length / pageSize), 1);
  list.page = Math.min(Math.max(list.page, 0), pages - 1);
  const from = list.page * pageSize;
  const shown = list.found.slice(from, from + pageSize);
  document.querySelector('#rows-shown').replaceChildren(...shown.map(r => {
    const tr = element('tr', {'aria-selected': r === list.chosen}, ...columns.map(c => c.cell(r)));
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
  list.found = rows.filter(r => (verdict === '' || r.verdict === verdict) &&
    words.every(w => `${r.program} ${r.name} ${r.place} ${r.verdict} ${r.message}`.toLowerCase().includes(w)));
  list.page = 0;
  showList();
}

// The table of several programs by cases. It marks the least and the largest time of those that
// are accepted.
function showMatrix() {
  const programs = info.programs || [];
  if (programs.length === 0) return;
  const cells = new Map(), names = [];
  for (const r of rows) {
    if (!cells.has(r.name)) {
      cells.set(r.name, new Map());
      names.push(r.name);
    }
    cells.get(r.name).set(r.program, r);
  }
  const heads = programs.map(p => element('th', {scope: 'col'}, p.name, element('br'),
    element('span', {class: p.problem ? 'bad' : 'good'}, p.verdict),
    p.expected ? `, expected ${p.expected.replaceAll('_', ' ')}` : '', ...p.problem ? [element('br'),
      element('span', {class: 'bad'}, p.problem)] : []));
  const line = name => {
    const of = cells.get(name);
    const times = [...of.values()].filter(r => r.verdict === 'AC' && r.cpu !== null).map(r => r.cpu);
    const [least, most] = [Math.min(...times), Math.max(...times)];
    return element('tr', {}, element('th', {scope: 'row'}, name), ...programs.map(p => {
      const r = of.get(p.name);
      if (!r) return element('td');
      const text = r.cpu === null ? r.verdict : `${r.verdict} ${r.cpu.toFixed(3)} s`;
      const button = element('button', {type: 'button', class: mood(r.verdict)}, text);
      button.addEventListener('click', () => choose(r));
      const ends = r.verdict !== 'AC' || least === most ? '' : r.cpu === least ? 'min' :
        r.cpu === most ? 'max' : '';
      return element('td', {class: 'fixed ' + mood(r.verdict)}, button, element('sup', {}, ends));
    }));
  };
  byID('matrix').append(element('table', {},
    element('thead', {}, element('tr', {}, element('th', {}, 'case'), ...heads)),
    element('tbody', {}, ...names.slice(0, maxLines).map(line))),
    names.length > maxLines ? `${names.length - maxLines} more cases are in the list` : '');
  byID('matrix').hidden = false;
}

// choose shows a row in the player.
function choose(row) {
  if (!row) return;
  list.chosen = row;
  const at = list.found.indexOf(row);
  if (at >= 0) list.page = Math.floor(at / pageSize);
  showList();
  byID('name').textContent = [row.verdict, row.program, row.name].filter(Boolean).join(' ');
  byID('message').textContent = row.message;
  byID('message').className = byID('name').className = mood(row.verdict);
  load(row.film);
}

function neighbour(by) {
  const at = list.found.indexOf(list.chosen);
  choose(list.found[Math.min(Math.max(at + by, 0), list.found.length - 1)]);
}

// The player. A film has its first frame whole; of the others it has what changes.
const side = 48;
const player = {film: null, frame: 0, tiles: [], wrong: [], timer: 0, delay: 500};

const place = (film, cell) =>
  `translate(${cell % film.c * side}px,${Math.floor(cell / film.c) * side}px)`;

function put(film, tile, cell, shade) {
  tile.setAttribute('class', `tile s${shade}`);
  tile.setAttribute('data-cell', cell);
  tile.style.transform = place(film, cell);
}

function newTile(film, cell) {
  const label = film.l ? film.l[cell] : '';
  const inset = label ? 1 : 0;
  const tile = shape('g', {}, shape('rect', {x: inset, y: inset, width: side - 2 * inset,
    height: side - 2 * inset, rx: label ? 5 : 0, class: label ? 'edge' : ''}));
  if (label) {
    const size = Math.min(side * .48, side * .84 / (.68 * [...label].length));
    tile.append(shape('text', {x: side / 2, y: side / 2 + size * .36, 'font-size': size}, label));
  }
  return tile;
}

function load(film) {
  pause();
  player.film = film;
  byID('stage').hidden = !film;
  if (!film) return;
  const svg = shape('svg', {viewBox: `0 0 ${film.c * side} ${film.r * side}`, role: 'img',
    'aria-label': 'board'});
  player.start = [...film.k].map((kind, cell) => {
    const [x, y] = [cell % film.c * side, Math.floor(cell / film.c) * side];
    if (kind === '#') {
      svg.append(shape('rect', {class: 'wall', x: x - .5, y: y - .5, width: side + 1,
        height: side + 1}));
    }
    if (kind === '#' || kind === '.') return null;
    const tile = newTile(film, cell);
    svg.append(tile);
    return tile;
  });
  player.wrong = (film.x || []).map(cell => shape('rect', {class: 'wrong', rx: 4,
    x: cell % film.c * side + 2, y: Math.floor(cell / film.c) * side + 2,
    width: side - 4, height: side - 4}));
  svg.append(...player.wrong);
  byID('board').replaceChildren(svg);
  byID('seek').max = film.d.length;
  byID('moves').replaceChildren(...[...film.g || ''].map((glyph, i) => {
    const span = element('span', {}, glyph);
    span.addEventListener('click', () => { pause(); seek(i + 1); });
    return span;
  }));
  byID('controls').hidden = byID('seek').hidden = film.d.length === 0;
  restart();
  seek(0);
}

function restart() {
  const film = player.film;
  player.frame = 0;
  player.tiles = [...player.start];
  player.tiles.forEach((tile, cell) => tile && put(film, tile, cell, film.k[cell]));
}

function forward() {
  const film = player.film, moves = film.d[player.frame++];
  const moved = [];
  for (let i = 0; i < moves.length; i += 3) {
    moved.push(player.tiles[moves[i]]);
    player.tiles[moves[i]] = null;
  }
  moved.forEach((tile, i) => {
    player.tiles[moves[3 * i + 1]] = tile;
    put(film, tile, moves[3 * i + 1], moves[3 * i + 2]);
  });
}

function seek(frame) {
  const film = player.film;
  if (!film) return;
  frame = Math.min(Math.max(frame, 0), film.d.length);
  if (frame < player.frame) restart();
  while (player.frame < frame) forward();
  const atEnd = frame === film.d.length;
  const words = frame === 0 ? 'start' : film.w[frame - 1];
  byID('caption').textContent = film.d.length === 0 ? '' :
    atEnd && !film.f ? `${words} (end)` : words;
  byID('caption').className = atEnd && film.f ? 'bad' : '';
  player.wrong.forEach(e => e.setAttribute('visibility', atEnd ? 'visible' : 'hidden'));
  byID('seek').value = frame;
  byID('board').dataset.frame = frame;
  [...byID('moves').children].forEach((span, i) =>
    i === frame - 1 ? span.setAttribute('aria-current', 'step') : span.removeAttribute('aria-current'));
  byID('first').disabled = byID('undo').disabled = frame === 0;
  byID('last').disabled = byID('step').disabled = atEnd;
  if (atEnd) pause();
}

function pause() {
  clearInterval(player.timer);
  player.timer = 0;
  byID('play').textContent = 'Play';
}

function play() {
  if (!player.film || player.film.d.length === 0) return;
  if (player.timer) return pause();
  if (player.frame === player.film.d.length) seek(0);
  byID('play').textContent = 'Pause';
  player.timer = setInterval(() => seek(player.frame + 1), player.delay);
}

function faster(factor) {
  player.delay = Math.min(Math.max(player.delay / factor, 62.5), 4000);
  byID('speed').textContent = `${500 / player.delay}x`;
  if (player.timer) { pause(); play(); }
}

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' :
    matchMedia('(prefers-color-scheme:dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

const step = by => { pause(); seek(player.frame + by); };
const keys = {
  ' ': play, ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-Infinity), End: () => step(Infinity),
  ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1),
  '+': () => faster(2), '=': () => faster(2), '-': () => faster(.5),
  '/': () => byID('search').focus(), t: turnTheme,
};

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input[type=search],select');
  const press = event.key === ' ' && event.target.matches('button');
  if (event.key === 'Escape') event.target.blur();
  if (typing || press || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

const clicks = {
  first: () => step(-Infinity), undo: () => step(-1), play, step: () => step(1),
  last: () => step(Infinity), slower: () => faster(.5), faster: () => faster(2), theme: turnTheme,
  back: () => { list.page--; showList(); }, next: () => { list.page++; showList(); },
};
for (const [id, act] of Object.entries(clicks)) byID(id).addEventListener('click', act);
byID('seek').addEventListener('input', event => { pause(); seek(+event.target.value); });
byID('search').addEventListener('input', search);
byID('verdict').addEventListener('change', search);
document.querySelector('form').addEventListener('submit', event => event.preventDefault());

byID('summary').textContent = info.summary;
document.querySelector('#titles').append(...columns.map(c => element('th', {}, c.title)));
byID('verdict').append(...[...new Set(rows.map(r => r.verdict))].filter(Boolean)
  .map(v => element('option', {value: v}, v)));
byID('filter').hidden = !judged;
showMatrix();
document.querySelector('main').classList.toggle('alone', rows.length < 2);
faster(1);
choose(rows.find(r => r.film && mood(r.verdict) === 'bad') || rows.find(r => r.film) || rows[0]);
})();
