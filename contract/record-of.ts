/** `Object.fromEntries`, which forgets the names of the keys. */
export const recordOf = <Key extends string, Value>(entries: readonly (readonly [Key, Value])[]): Record<Key, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(entries) as Record<Key, Value>;
