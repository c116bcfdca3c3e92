const PREFIX = 'upload-';

/** The Web Locks API exists only in secure contexts. */
const locksOf = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Keeps other tabs from listing this upload as unfinished. Returns a function that releases the lock. */
export const lockUpload = (uploadId: string): (() => void) => {
  const holding = Promise.withResolvers<void>();
  locksOf()
    ?.request(`${PREFIX}${uploadId}`, () => holding.promise)
    .catch(() => undefined);
  return holding.resolve;
};

/** The uploads that any tab of this browser is sending. */
export const lockedUploads = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = (await locksOf()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
};
