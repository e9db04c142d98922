const rows = data('rows').map(unpack);
listen(document, listKeys);
document.querySelector('main').classList.toggle('alone', rows.length < 2);
const info = data('info');
showRows(rows, info);
showMatrix(rows, info.programs || []);
