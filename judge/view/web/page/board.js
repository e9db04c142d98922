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

// offerSlides lets the tiles that can slide be pressed like buttons.
function offerSlides() {
  if (!player.film.l) return;
  byID('board').firstChild.setAttribute('role', 'group');
  player.tiles.forEach((tile, cell) => {
    if (!tile) return;
    const free = lineTo(cell) !== null;
    tile.classList.toggle('free', free);
    for (const [name, value] of [['tabindex', '0'], ['role', 'button'],
      ['aria-label', `slide ${tile.textContent}`]]) {
      free ? tile.setAttribute(name, value) : tile.removeAttribute(name);
    }
  });
}

// onSlide calls act with what slid returns when a tile is pressed.
function onSlide(act) {
  const press = event => {
    const tile = event.target.closest('.tile.free');
    if (!tile || event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    pause();
    act(slid(+tile.dataset.cell));
  };
  byID('board').addEventListener('click', press);
  byID('board').addEventListener('keydown', press);
  byID('board').addEventListener('frame', offerSlides);
}
