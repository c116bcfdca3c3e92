import { expect, test } from 'vitest';
import { phpJson } from './php-json.ts';
import { hmacHex, signCheckout } from './signatures.ts';

test("a checkout signature matches Razorpay's published vector", () => {
  expect(signCheckout('EnLs21M47BllR3X8PSFtjtbd', 'pay_IDZNwZZFtnjyym', 'sub_ID6MOhgkcoHj9I')).toBe(
    '601f383334975c714c91a7d97dd723eb56520318355863dcf3821c0d07a17693',
  );
});

test("a webhook signature matches Razorpay's published vector", () => {
  expect(hmacHex('123456', '{"a":1,"b":2,"c":{"d":3}}')).toBe(
    '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
  );
});

test('JSON is written as PHP does, with escaped slashes and only ASCII', () => {
  const value = { url: 'https://a/b', name: 'Zoë ₹ 🎓', quote: '"\\\n' };
  expect(phpJson(value)).toBe(
    String.raw`{"url":"https:\/\/a\/b","name":"Zo\u00eb \u20b9 \ud83c\udf93","quote":"\"\\\n"}`,
  );
  expect(JSON.parse(phpJson(value))).toEqual(value);
});
