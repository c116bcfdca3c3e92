import { tabStorage } from '#web/api/browser-storage.ts';

const KEY = 'lectern.wantedCourse';

/** Remembers, in this tab, the course whose page led to the checkout: the addresses of the checkout stay as they are. */
export const rememberWantedCourse = (courseId: string): void => {
  // Where storage is off, the success page leads home only.
  tabStorage.setItem(KEY, courseId);
};

export const wantedCourse = (): string | undefined => tabStorage.getItem(KEY) ?? undefined;
