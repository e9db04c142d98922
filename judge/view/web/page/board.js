// The board takes moves: a tile in line with a blank slides towards it, with those between.

// lineTo returns the cells from a tile to the nearest blank in a line with it, or null.
function lineTo(cell) {
  const {c, r, k} = player.film;
  const isBlank = at => !player.tiles[at] && k[at] !== '#';
  let best = null;
  for (const [dr, dc] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
    const line = [cell];
    for (let row = Math.floor(cell / c) + dr, col = cell % c + dc;
      row >= 0 && row < r && col >= 0 && col < c; row += dr, col += dc) {
      const at = row * c + col;
      if (k[at] === '#') break;
      line.push(at);
      if (isBlank(at)) {
        if (!best || line.length < best.length) best = line;
        break;
      }
    }
  }
  return best;
}

// arrangement returns, for each cell, the cell of the first frame where its tile or blank was.
function arrangement() {
  const blanks = player.start.flatMap((tile, cell) =>
    !tile && player.film.k[cell] !== '#' ? [cell] : []);
  return player.tiles.map((tile, cell) =>
    tile ? player.start.indexOf(tile) : player.film.k[cell] === '#' ? cell : blanks.shift());
}

// slid returns the arrangement after the tile in a cell slides, and the cell where it gets to.
function slid(cell) {
  const line = lineTo(cell);
  if (!line) return null;
  const cells = arrangement(), blank = cells[line.at(-1)];
  for (let i = line.length - 1; i > 0; i--) cells[line[i]] = cells[line[i - 1]];
  cells[line[0]] = blank;
  return {cells, to: line[1]};
}

// swapped returns the arrangement after the tiles of two cells change places.
function swapped(one, other) {
  const cells = arrangement();
  [cells[one], cells[other]] = [cells[other], cells[one]];
  return cells;
}

// offerSlides lets the tiles that can slide be pressed like buttons. The others only get the focus
// that typing needs.
function offerSlides() {
  if (!player.film.l) return;
  byID('board').firstChild.setAttribute('role', 'group');
  player.tiles.forEach((tile, cell) => {
    if (!tile) return;
    const free = lineTo(cell) !== null;
    tile.classList.toggle('free', free);
    tile.setAttribute('tabindex', free ? '0' : '-1');
    for (const [name, value] of [['role', 'button'], ['aria-label', `slide ${tile.textContent}`]]) {
      free ? tile.setAttribute(name, value) : tile.removeAttribute(name);
    }
  });
}

let dropped = -Infinity; // when a tile was dropped: the click that follows means nothing

const tileOf = event => player.film?.l && event.target.closest('.tile');

// onSlide calls act with what slid returns when a tile is pressed.
function onSlide(act) {
  const press = event => {
    const tile = tileOf(event);
    if (!tile || event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    if (!tile.matches('.free') || event.type === 'click' && event.timeStamp - dropped < 100) return;
    event.preventDefault();
    pause();
    act(slid(+tile.dataset.cell));
  };
  byID('board').addEventListener('click', press);
  byID('board').addEventListener('keydown', press);
  byID('board').addEventListener('frame', offerSlides);
}

// cellAt returns the cell at a place in the window, or -1.
function cellAt(x, y) {
  const box = byID('board').firstChild.getScreenCTM().inverse();
  const at = new DOMPoint(x, y).matrixTransform(box);
  const [col, row] = [Math.floor(at.x / side), Math.floor(at.y / side)];
  const {c, r} = player.film;
  return col >= 0 && col < c && row >= 0 && row < r ? row * c + col : -1;
}

// onDrag calls act when a tile is dragged: towards the blank it slides, and on another tile the two
// change places.
function onDrag(act) {
  let held = null;
  const board = byID('board');
  const drop = event => {
    const {tile, from, moved} = held;
    held = null;
    if (!moved) return;
    tile.classList.remove('dragged');
    tile.style.transform = place(player.film, from);
    const to = event.type === 'pointerup' ? cellAt(event.clientX, event.clientY) : -1;
    if (to < 0 || to === from) return;
    dropped = event.timeStamp;
    if (lineTo(from)?.includes(to)) act(slid(from));
    else if (player.tiles[to]) act({cells: swapped(from, to), to});
  };
  board.addEventListener('pointerdown', event => {
    const tile = tileOf(event);
    if (!tile || event.button !== 0) return;
    pause();
    held = {tile, from: +tile.dataset.cell, x: event.clientX, y: event.clientY, moved: false};
  });
  addEventListener('pointermove', event => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 6) return;
    held.moved = true;
    held.tile.classList.add('dragged');
    held.tile.parentNode.append(held.tile); // above the others
    const scale = board.firstChild.getScreenCTM().a;
    held.tile.style.transform = `${place(player.film, held.from)} translate(${dx / scale}px,${
      dy / scale}px)`;
  });
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, event => held && drop(event));
  }
}

// onType calls act when the number of a tile is typed on another one: the two change places, and
// the next cell gets the focus.
function onType(act) {
  let typed = '', timer = 0;
  const commit = cell => {
    clearTimeout(timer);
    const label = typed;
    typed = '';
    seek(player.frame); // the caption is that of the frame again
    let other = player.tiles.findIndex(tile => tile?.textContent === label);
    if (+label === 0) other = player.tiles.findIndex((t, at) => !t && player.film.k[at] !== '#');
    if (other < 0 || other === cell) return focusCell(cell + (other === cell));
    act({cells: swapped(cell, other), to: cell + 1});
  };
  byID('board').addEventListener('keydown', event => {
    const tile = tileOf(event), cell = +tile?.dataset.cell;
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typed && event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      return commit(cell);
    }
    if (!/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    pause();
    typed += event.key;
    byID('caption').textContent = `swap with ${typed}…`;
    clearTimeout(timer);
    const labels = player.tiles.map(t => t?.textContent);
    const longer = labels.some(text => text !== typed && text?.startsWith(typed));
    if (longer) timer = setTimeout(() => commit(cell), 1200);
    else commit(cell);
  }, {capture: true});
}

const focusCell = cell => byID('board').querySelector(`[data-cell="${cell}"]`)?.focus();
