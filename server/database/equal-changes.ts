/** A row, and what changes in it. */
export interface RowChange<Change> {
  id: string;
  change: Change;
}

/**
 * Writes changes of many rows, those that are equal together: in a burst most are, and then one statement does for all.
 */
export const writeEqualTogether = async <Change>(
  changes: readonly RowChange<Change>[],
  write: (ids: readonly string[], change: Change) => Promise<unknown>,
): Promise<void> => {
  const groups = Map.groupBy(changes, ({ change }) => JSON.stringify(change));
  for (const group of groups.values()) {
    const [first] = group;
    if (first)
      await write(
        group.map(({ id }) => id),
        first.change,
      );
  }
};
