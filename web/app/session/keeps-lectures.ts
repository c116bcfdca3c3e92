const NAME = 'keeps-lectures';
export const KEPT_DATABASE = 'kept-lectures';

/** Whether this device keeps lectures of who is logged in. Known without the code that keeps them; a logout clears it. */
export const keepsLectures = (): boolean => {
  try {
    return localStorage.getItem(NAME) === 'true';
  } catch {
    return false;
  }
};

export const noteKeeping = (): void => {
  try {
    localStorage.setItem(NAME, 'true');
  } catch {
    // The browser denies storage, and then keeps nothing either.
  }
};

/** Deletes every lecture that this device keeps, whoever kept it. */
export const forgetKept = (): void => {
  try {
    localStorage.removeItem(NAME);
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // The browser denies storage, and then keeps nothing either.
  }
};
