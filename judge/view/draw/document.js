// What the scripts of all pages share.
const byID = id => document.getElementById(id);
const data = id => JSON.parse(byID(id).textContent);

function build(e, attributes, children) {
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

const element = (name, attributes = {}, ...children) =>
  build(document.createElement(name), attributes, children);
const shape = (name, attributes, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

const side = 48; // of a cell of a board

// label returns the text on a tile with its corner at x and y.
function label(x, y, text) {
  const size = Math.min(side * .48, side * .84 / (.68 * [...text].length));
  return shape('text', {x: x + side / 2, y: y + side / 2 + size * .36, 'font-size': size}, text);
}

// hatch returns the lines across a wall.
const hatch = (x, y) => [[0, 1, 1, 0], [0, .5, .5, 0], [.5, 1, 1, .5]].map(([a, b, c, d]) =>
  `M${x + a * side} ${y + b * side}L${x + c * side} ${y + d * side}`).join('');

// listen lets keys act in an element, unless they are typed or press a button.
function listen(where, keys) {
  where.addEventListener('keydown', event => {
    const typing = event.target.matches('input:not([type=range]),select,textarea,.scroll');
    const press = event.key === ' ' && event.target.matches('button,[role=button],summary');
    if (event.key === 'Escape') event.target.blur();
    const other = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (other || typing || press || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

// onClick lets clicks on the elements with these ids act.
function onClick(acts) {
  for (const [id, act] of Object.entries(acts)) byID(id).addEventListener('click', () => act());
}

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' :
    matchMedia('(prefers-color-scheme:dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

onClick({theme: turnTheme});
