const KEY = 'lectern.wantedCourse';

/** Remembers, in this tab, the course whose page led to the checkout: the addresses of the checkout stay as they are. */
export const rememberWantedCourse = (courseId: string): void => {
  try {
    sessionStorage.setItem(KEY, courseId);
  } catch {
    // Storage is off: the success page then leads home only.
  }
};

export const wantedCourse = (): string | undefined => {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};
