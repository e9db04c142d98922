// The curve of the search for shorter paths: moves against time, and below them how few there can
// be.
const curve = {points: []};

function showCurve(point) {
  if (point) curve.points.push(point);
  else curve.points = [];
  const all = curve.points;
  byID('curve').hidden = all.length < 2;
  if (all.length < 2) return;
  const last = all.at(-1), most = all[0].Moves, least = Math.min(...all.map(p => p.Bound));
  const x = p => 1000 * p.Seconds / last.Seconds;
  const y = moves => 90 - 80 * (moves - least) / Math.max(most - least, 1);
  const steps = of => all.map((p, i) =>
    `${i ? `H${x(p)}V` : `M0 ${y(of(p))}H${x(p)}V`}${y(of(p))}`).join('');
  const words = `${last.Moves} moves after ${last.Seconds.toFixed(1)} s, ${most} at first` +
    (last.Moves > last.Bound ? `; none has fewer than ${last.Bound}` : '; none is shorter');
  byID('curve').replaceChildren(
    shape('svg', {viewBox: '0 0 1000 100', preserveAspectRatio: 'none', role: 'img',
      'aria-label': words},
    shape('path', {d: steps(p => p.Moves)}),
    shape('path', {class: 'bound', d: steps(p => p.Bound)})),
    element('figcaption', {}, words));
}
