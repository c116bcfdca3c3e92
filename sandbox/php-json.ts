/**
 * JSON as PHP writes it: `/` as `\/` and everything beyond ASCII as `\uXXXX`. Parsed and written again by
 * JavaScript it gives other bytes, so a receiver that does not check a signature over the raw body fails here too.
 */
export const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uFFFF]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'));
