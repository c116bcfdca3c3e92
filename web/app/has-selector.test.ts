import { expect, test } from 'vitest';
import { withoutHas } from './has-selector.ts';

test('each :has() becomes an attribute with the number of what it looks for', () => {
  const inner: string[] = [];
  const css = '.a:has(:checked)>.b{x:1}.c:not(:has(:is(.d,:not(.e)))):hover{x:2}.f:has(:checked){x:3}.g{x:4}';
  expect(withoutHas(css, inner)).toBe(
    '.a[data-has~="0"]>.b{x:1}.c:not([data-has~="1"]):hover{x:2}.f[data-has~="0"]{x:3}.g{x:4}',
  );
  expect(inner).toEqual([':checked', ':is(.d,:not(.e))']);
});
