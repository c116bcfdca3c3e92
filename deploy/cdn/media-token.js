import crypto from 'crypto';

// /<expiry>.<signature>/<key of the file>, with MEDIA_DELIVERY=cdn.
const ADDRESS = /^\/(\d{10,12})\.([A-Za-z0-9_-]{43})\/([a-z0-9][a-z0-9/-]*\.[a-z0-9]{2,5})$/;

// Compares in constant time.
const isEqual = (a, b) => {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
};

/** The key of the file; empty if the address is invalid or expired. */
const file = (request) => {
  const parts = ADDRESS.exec(request.uri);
  if (parts === null || Number(parts[1]) * 1000 < Date.now()) return '';
  const hmac = crypto.createHmac('sha256', request.variables.media_cdn_key);
  const signature = hmac.update(parts[1] + '/' + parts[3]).digest('base64url');
  return isEqual(signature, parts[2]) ? parts[3] : '';
};

export default { file };
