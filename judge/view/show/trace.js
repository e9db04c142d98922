// The steps of a search.
const trace = data('trace');
const fates = trace.fates;

// A step is [tiles, g, h, parent, bound, goal's side, moves left, children]; a child is
// [word, g, h, fate, cell that the blank gets to]. Steps count from 0; -1 is none, or unknown.
const steps = trace.steps.map(([tiles, g, h, parent, bound, goal, left, children], at) => ({
  at, tiles, g, h, parent, bound, goal, left,
  children: children.map(([word, g, h, fate, to]) => ({
    word, g, h, fate: fates[fate], to, tiles: moved(tiles, to)})),
}));

function moved(tiles, to) {
  const next = [...tiles];
  next[tiles.indexOf(0)] = tiles[to];
  next[to] = 0;
  return next;
}

// draw returns a picture of a board. The tile in the cell marked has been moved.
function draw(tiles, marked = -1) {
  const rows = tiles.length / trace.cols;
  const svg = shape('svg', {viewBox: `0 0 ${trace.cols * side} ${rows * side}`, role: 'img',
    'aria-label': tiles.map(t => t > 0 ? trace.tiles[t].label : t === 0 ? 'blank' : 'wall').join(' ')});
  tiles.forEach((t, cell) => {
    if (t === 0) return;
    const [x, y] = [cell % trace.cols * side, Math.floor(cell / trace.cols) * side];
    const box = {x: x + 2, y: y + 2, width: side - 4, height: side - 4, rx: 5};
    if (t < 0) {
      svg.append(shape('path', {class: 'hatch', d: hatch(x, y)}));
      return;
    }
    svg.append(shape('g', {class: `tile s${trace.tiles[t].shade}`},
      shape('rect', {...box, class: cell === marked ? 'moved' : ''}),
      label(x, y, trace.tiles[t].label)));
  });
  return svg;
}

function figure(tiles, title, text, kind, marked) {
  return element('figure', {class: kind}, draw(tiles, marked),
    element('figcaption', {}, element('b', {}, title), text));
}

const moves = n => n === 1 ? '1 move' : `${n} moves`;
const sum = n => trace.heuristic ? `${n.g} + ${n.h} = ${n.g + n.h}` : moves(n.g);

// reason says why a board has its fate.
function reason(s, c) {
  const texts = {
    queued: 'waits in the open list', known: 'as short a path to it is known',
    shorter: 'a shorter path to it: it waits again', entered: 'the search goes on there',
    cut: `${c.g + c.h} is above the bound ${s.bound}`, goal: 'the search ends here',
    meets: 'the other side has met it', 'not tried': 'the search ended before it',
  };
  return trace.heuristic ? `${sum(c)}: ${texts[c.fate]}` : texts[c.fate];
}

const kinds = {cut: 'cut', known: 'known', goal: 'goal', meets: 'meets', 'not tried': 'untried'};

// open returns the boards that wait after a step: those that were queued and have not been expanded
// since. The boards that are taken first come first. Each side of bibfs has its own.
function open(at, goal) {
  const waiting = new Map();
  if (goal) waiting.set(trace.goal.join(), {tiles: trace.goal, g: 0});
  for (const s of steps.slice(0, at + 1)) {
    if (s.goal !== goal) continue;
    waiting.delete(s.tiles.join());
    for (const c of s.children) {
      if (c.fate === 'queued' || c.fate === 'shorter') {
        waiting.delete(c.tiles.join());
        waiting.set(c.tiles.join(), c);
      }
    }
  }
  const all = [...waiting.values()];
  if (!trace.heuristic) return all;
  return all.map((c, i) => [c, i])
    .sort(([a, i], [b, j]) => a.g + a.h - b.g - b.h || j - i).map(([c]) => c);
}

// path returns the boards from the start to a step.
function path(at) {
  const boards = [];
  for (; at >= 0; at = steps[at].parent) boards.unshift(steps[at]);
  return boards;
}

const depthFirst = trace.algorithm === 'idastar';
const shown = () => trace.algorithm === 'bibfs' ? 8 : 24;

// lists returns what the search keeps after a step: titles, and boards.
function lists(at) {
  if (depthFirst) return [['The path to it', path(at)]];
  if (trace.algorithm !== 'bibfs') return [['Open list', open(at, false)]];
  return [['From the start', open(at, false)], ['From the goal', open(at, true)]];
}

// count says how many boards of a list wait.
function count(at, boards) {
  if (depthFirst) return 'All that the search keeps in memory.';
  if (trace.algorithm === 'astar' && at === steps.length - 1 && trace.solved) {
    return 'The next one is the goal, so the search ends.';
  }
  return boards.length <= shown() ? `${boards.length} waiting, the next one first` :
    `${boards.length} waiting; these are the next ${shown()}`;
}
const player = {at: 0, timer: 0};

function show(at) {
  player.at = at = Math.min(Math.max(at, 0), steps.length - 1);
  const s = steps[at];
  byID('seek').value = at + 1;
  byID('where').textContent = `Step ${at + 1} of ${steps.length}`;
  const from = s.goal ? ' from the goal' : ' from the start';
  byID('values').textContent = (trace.heuristic ? `g + h = ${sum(s)}` : sum(s) + from) +
    (s.bound ? `, bound ${s.bound}` : '') + (s.parent >= 0 ? `, from step ${s.parent + 1}` : '') +
    (trace.heuristic && s.left >= 0 ? `; the goal is ${moves(s.left)} away` : '');
  byID('boards').replaceChildren(figure(s.tiles, 'expanded', '', ''),
    ...s.children.map(c => figure(c.tiles, `${c.word}: ${c.fate}`, reason(s, c),
      kinds[c.fate] || '', s.tiles.indexOf(0))));
  byID('list').replaceChildren(...lists(at).map(([title, boards]) => element('div', {},
    element('h2', {}, title), element('p', {}, count(at, boards)),
    element('div', {class: 'boards'},
      ...boards.slice(0, shown()).map(n => figure(n.tiles, '', sum(n), ''))))));
  growTrees(at);
  markEstimate(s);
  byID('first').disabled = byID('undo').disabled = at === 0;
  byID('last').disabled = byID('step').disabled = at === steps.length - 1;
  document.querySelectorAll('tbody tr').forEach(tr => {
    if (+tr.dataset.bound === s.bound) tr.setAttribute('aria-current', 'step');
    else tr.removeAttribute('aria-current');
  });
  if (at === steps.length - 1) pause();
}

function pause() {
  clearInterval(player.timer);
  player.timer = 0;
  byID('play').textContent = 'Play';
}

function play() {
  if (player.timer) return pause();
  if (player.at === steps.length - 1) show(0);
  player.timer = setInterval(() => show(player.at + 1), 1000);
  byID('play').textContent = 'Pause';
}

const go = at => { pause(); show(at); };
const step = by => go(player.at + by);

// barOf draws the boards of an iteration beside those of the others.
function barOf(boards) {
  const bar = element('i', {class: 'bar'});
  bar.style.width = `${12 * boards / steps.length}rem`;
  return bar;
}

function listIterations() {
  const bounds = [...new Set(steps.map(s => s.bound))].filter(Boolean);
  byID('iterations').hidden = bounds.length === 0;
  document.querySelector('tbody').append(...bounds.map(bound => {
    const some = steps.filter(s => s.bound === bound);
    const over = Math.min(...some.flatMap(s => s.children.filter(c => c.fate === 'cut')
      .map(c => c.g + c.h)));
    const button = element('button', {type: 'button', 'aria-label': `bound ${bound}`}, bound);
    button.addEventListener('click', () => go(some[0].at));
    return element('tr', {'data-bound': bound}, element('td', {}, button),
      element('td', {}, some.length, barOf(some.length)), element('td', {}, over === Infinity ? 'none' : over));
  }));
}

listen(document, {
  ' ': play, ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-Infinity), End: () => step(Infinity), t: turnTheme,
});
onClick({
  first: () => step(-Infinity), undo: () => step(-1), play, step: () => step(1),
  last: () => step(Infinity),
});
byID('seek').addEventListener('input', event => go(+event.target.value - 1));

if (steps.length === 0) {
  document.querySelector('main').hidden = true;
} else {
  byID('seek').max = steps.length;
  listIterations();
  drawTrees();
  drawEstimates();
  show(0);
}
