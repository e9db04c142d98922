// The boards of a search as a tree for each side or iteration, which grows with the steps, and the
// estimates of the boards beside their true distances.
const forest = {trees: new Map(), nodes: [], at: -1, trail: []};
const treeOf = s => depthFirst ? s.bound : s.goal;

// place gives a step and all below it their places, x from left to right and y downwards. Boards
// that were met and not expanded from there are its twigs.
function place(s, below, size) {
  const xs = [];
  s.twigs = [];
  size.y = Math.max(size.y, s.g + 1);
  for (const c of s.children) {
    const next = below[s.at].get(c.to);
    if (next) {
      xs.push(place(next, below, size));
    } else if (c.fate !== 'not tried') {
      s.twigs.push({x: size.x, fate: c.fate});
      xs.push(size.x++);
    }
  }
  s.x = xs.length ? (xs[0] + xs.at(-1)) / 2 : size.x++;
  return s.x;
}

const line = (x, y, toX, toY) => `M${x} ${y}L${toX} ${toY}`;
const dot = (x, y) => shape('path', {class: 'dot', d: line(x, y, x, y)});

// newNode draws a step, the line from its parent, and its twigs.
function newNode(s) {
  const node = shape('g', {class: 'later', 'data-at': s.at});
  const parent = steps[s.parent];
  if (parent) {
    node.append(shape('path', {class: 'edge', d: line(parent.x, parent.g, s.x, s.g)}));
  }
  for (const t of s.twigs) {
    node.append(shape('g', {class: kinds[t.fate] || ''},
      shape('path', {d: line(s.x, s.g, t.x, s.g + 1)}), dot(t.x, s.g + 1)));
  }
  node.append(dot(s.x, s.g));
  return node;
}

function drawTrees() {
  const below = steps.map(() => new Map());
  for (const s of steps) if (s.parent >= 0) below[s.parent].set(s.tiles.indexOf(0), s);
  for (const s of steps.filter(s => s.parent < 0)) {
    const size = {x: 0, y: 0};
    place(s, below, size);
    const svg = shape('svg', {viewBox: `-1 -.5 ${size.x + 1} ${size.y + 1}`, role: 'img',
      preserveAspectRatio: 'none'});
    const caption = element('figcaption');
    const tree = {svg, caption, figure: element('figure', {class: 'tree'}, svg, caption)};
    tree.figure.classList.toggle('dense', size.x > 200);
    forest.trees.set(treeOf(s), tree);
    byID('trees').append(tree.figure);
  }
  for (const s of steps) {
    forest.nodes.push(newNode(s));
    forest.trees.get(treeOf(s)).svg.append(forest.nodes.at(-1));
  }
  byID('trees').addEventListener('click', event => {
    const node = event.target.closest('[data-at]');
    if (node) go(+node.dataset.at);
  });
}

// growTrees shows the trees as they are after a step.
function growTrees(at) {
  for (let i = forest.at + 1; i <= at; i++) forest.nodes[i].classList.remove('later');
  for (let i = at + 1; i <= forest.at; i++) forest.nodes[i].classList.add('later');
  forest.at = at;
  for (const i of forest.trail) forest.nodes[i].classList.remove('trail', 'now');
  forest.trail = path(at).map(s => s.at);
  for (const i of forest.trail) forest.nodes[i].classList.add('trail');
  forest.nodes[at].classList.add('now');
  for (const [key, tree] of forest.trees) {
    const some = steps.slice(0, at + 1).filter(s => treeOf(s) === key).length;
    const from = trace.algorithm === 'bibfs' ? ` from the ${key ? 'goal' : 'start'}` : '';
    tree.figure.hidden = depthFirst && key !== treeOf(steps[at]);
    tree.caption.textContent = `${some === 1 ? '1 board' : `${some} boards`} expanded${from}` +
      (depthFirst ? ` with the bound ${key}` : '');
    tree.svg.setAttribute('aria-label', `tree: ${tree.caption.textContent}`);
  }
}

// drawEstimates draws a dot for all boards with the same estimate and true distance: the more
// boards, the larger. On the line the estimate is the true distance.
function drawEstimates() {
  const known = steps.filter(s => trace.heuristic && s.left >= 0);
  byID('estimates').hidden = known.length === 0;
  if (known.length === 0) return;
  const counts = new Map(), far = Math.max(1, ...known.map(s => s.left));
  for (const s of known) {
    const key = `${s.left} ${s.h}`;
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  const most = Math.max(...counts.values()), unit = 300 / far;
  const x = left => 40 + left * unit, y = h => 320 - h * unit;
  const text = (words, at) => shape('text', at, words);
  const svg = shape('svg', {viewBox: '0 0 360 365', role: 'img',
    'aria-label': 'estimates of the boards by their true distance'},
  shape('path', {d: 'M40 20V320H340'}), shape('path', {class: 'exact', d: line(40, 320, 340, 20)}),
  text('h', {x: 20, y: 175}), text(far, {x: 22, y: 28}), text(far, {x: 340, y: 340}),
  text('true distance', {x: 190, y: 350}), text(0, {x: 28, y: 340}));
  for (const [key, n] of counts) {
    const [left, h] = key.split(' ');
    svg.append(shape('circle', {cx: x(left), cy: y(h), r: 2.5 + 7 * Math.sqrt(n / most),
      'data-key': key}));
  }
  const sums = known.reduce(([h, left], s) => [h + s.h, left + s.left], [0, 0]);
  byID('share').textContent = `Of ${known.length === 1 ? '1 board' : `${known.length} boards`}, ` +
    `h is ${sums[1] ? Math.round(100 * sums[0] / sums[1]) : 100} % of the true distance on ` +
    'average. On the line it is exact; the dark dot has the board of this step.';
  byID('estimates').append(element('figure', {}, svg));
}

function markEstimate(s) {
  for (const c of document.querySelectorAll('#estimates circle')) {
    c.classList.toggle('now', c.dataset.key === `${s.left} ${s.h}`);
  }
}
