const PREFIX = 'upload-';

/** Only pages that came over a secure line, or from this machine, may have locks. */
const locksOf = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Keeps other tabs from offering this upload as left behind; what it returns lets go of it. */
export const holdUpload = (uploadId: string): (() => void) => {
  const holding = Promise.withResolvers<void>();
  locksOf()
    ?.request(`${PREFIX}${uploadId}`, () => holding.promise)
    .catch(() => undefined);
  return holding.resolve;
};

/** The uploads that any tab of this browser sends now. */
export const heldUploads = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = (await locksOf()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
};
