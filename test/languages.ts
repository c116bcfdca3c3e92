import type { TestApp } from './start-app.ts';

/** Gives a school in English these languages too. */
export const switchOn = ({ database, settings }: TestApp, ...others: string[]): Promise<unknown> =>
  database.transaction((tx) => settings.change(tx, 'languages', { language: 'en', others, former: [] }));
