// The player. A film has its first frame whole; of the others it has what changes. In
// player.start and player.tiles are the tiles by their cells, in the first frame and now.
const player = {film: null, frame: 0, start: [], tiles: [], wrong: [], timer: 0, delay: 500};

const place = (film, cell) =>
  `translate(${cell % film.c * side}px,${Math.floor(cell / film.c) * side}px)`;

function put(film, tile, cell, shade) {
  tile.setAttribute('class', `tile s${shade}`);
  tile.setAttribute('data-cell', cell);
  tile.style.transform = place(film, cell);
}

function newTile(film, cell) {
  const text = film.l ? film.l[cell] : '';
  const inset = text ? 1 : 0;
  const tile = shape('g', {}, shape('rect', {x: inset, y: inset, width: side - 2 * inset,
    height: side - 2 * inset, rx: text ? 5 : 0, class: text ? 'edge' : ''}));
  if (text) tile.append(label(0, 0, text));
  return tile;
}

function newBoard(film) {
  const svg = shape('svg', {viewBox: `0 0 ${film.c * side} ${film.r * side}`, role: 'img',
    'aria-label': 'board'});
  player.start = [...film.k].map((kind, cell) => {
    const [x, y] = [cell % film.c * side, Math.floor(cell / film.c) * side];
    if (kind === '#') {
      svg.append(shape('rect', {class: 'wall', x: x - .5, y: y - .5, width: side + 1,
        height: side + 1}), shape('path', {class: 'hatch', d: hatch(x, y)}));
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
  return svg;
}

function load(film) {
  pause();
  player.film = film;
  byID('stage').hidden = !film;
  if (!film) return;
  byID('board').replaceChildren(newBoard(film));
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

// boardText returns what is on the board, row by row, for those who do not see it.
function boardText() {
  const {c, r, k, l} = player.film;
  if (!l) return `board of ${r} rows and ${c} columns`;
  const word = (tile, cell) => tile ? tile.textContent : k[cell] === '#' ? 'wall' : 'blank';
  const words = player.tiles.map(word);
  return 'board: ' + Array.from({length: r},
    (_, row) => words.slice(row * c, row * c + c).join(' ')).join(', ');
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
  byID('seek').setAttribute('aria-valuetext', words);
  byID('board').dataset.frame = frame;
  byID('board').firstChild.setAttribute('aria-label', boardText());
  [...byID('moves').children].forEach((span, i) => {
    if (i === frame - 1) span.setAttribute('aria-current', 'step');
    else span.removeAttribute('aria-current');
  });
  byID('first').disabled = byID('undo').disabled = frame === 0;
  byID('last').disabled = byID('step').disabled = atEnd;
  if (atEnd) pause();
  byID('board').dispatchEvent(new Event('frame'));
}

function pause() {
  clearInterval(player.timer);
  player.timer = 0;
  showPlaying(false);
}

function showPlaying(on) {
  byID('play').classList.toggle('on', on);
  byID('play').lastChild.textContent = on ? 'Pause' : 'Play';
}

function play() {
  if (!player.film || player.film.d.length === 0) return;
  if (player.timer) return pause();
  if (player.frame === player.film.d.length) seek(0);
  showPlaying(true);
  player.timer = setInterval(() => seek(player.frame + 1), player.delay);
}

function faster(factor) {
  player.delay = Math.min(Math.max(player.delay / factor, 62.5), 4000);
  byID('speed').textContent = `${500 / player.delay}x`;
  if (player.timer) { pause(); play(); }
}

const step = by => { pause(); seek(player.frame + by); };
const playerKeys = {
  ' ': play, ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-Infinity), End: () => step(Infinity),
  '+': () => faster(2), '=': () => faster(2), '-': () => faster(.5),
};

onClick({
  first: () => step(-Infinity), undo: () => step(-1), play, step: () => step(1),
  last: () => step(Infinity), slower: () => faster(.5), faster: () => faster(2),
});
byID('seek').addEventListener('input', event => { pause(); seek(+event.target.value); });
faster(1);
