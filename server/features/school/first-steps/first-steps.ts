import { z } from 'zod';
import type { FirstStepName, FirstSteps } from '#contract/first-steps.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import type { Platform } from '#server/platform.ts';
import { defaults } from '#server/settings/sections.ts';

/** The stored names of the steps that an admin confirmed. */
const SETTING = 'first_steps';
const Confirmed = z.array(z.enum(['price', 'share']));
type Confirmable = z.output<typeof Confirmed>[number];

const LEGAL_PAGES = ['terms', 'privacy', 'refund'];

export interface FirstStepsNeeds {
  ownCourse: (origin: string) => Promise<Pick<FirstSteps, 'course' | 'sampleId'>>;
  /** Whether the owner changed or added a plan. */
  arePlansChanged: () => Promise<boolean>;
  selling: () => Promise<{ isTestMode: boolean }>;
  /** Purchases between two moments, in milliseconds. */
  countPurchases: (fromMs: number, untilMs: number) => Promise<number>;
  sitePages: () => Promise<{ slug: string }[]>;
}

const findConfirmed = async (db: Db): Promise<Confirmable[]> =>
  Confirmed.parse(JSON.parse((await findValue(db, SETTING)) ?? '[]'));

export type FirstStepsGuide = ReturnType<typeof createFirstSteps>;

/** The steps from an empty school to an open one. What is done follows from the facts of the school. */
export const createFirstSteps = ({ database, settings, clock }: Platform, needs: FirstStepsNeeds) => {
  const isBranded = async (): Promise<boolean> => {
    const [{ brandName, accent }, { logo }] = [await settings.school(), await settings.images()];
    return brandName !== defaults.school.brandName || accent !== defaults.school.accent || logo !== '';
  };

  const list = async (origin: string): Promise<FirstSteps> => {
    const { course, sampleId } = await needs.ownCourse(origin);
    const { isTestMode } = await needs.selling();
    const hasSale = (await needs.countPurchases(0, clock.now() + 1)) > 0;
    const published = new Set((await needs.sitePages()).map(({ slug }) => slug));
    const confirmed = await findConfirmed(database.db);
    const facts: [FirstStepName, isDone: boolean, minutes: number][] = [
      ['brand', await isBranded(), 2],
      ['course', course?.isDraft === false, (course?.numberOfLectures ?? 0) > 0 ? 2 : 10],
      ['price', confirmed.includes('price') || (await needs.arePlansChanged()), 2],
      ['email', (await settings.email()).host !== '', 3],
      ['payments', !isTestMode, hasSale ? 3 : 5],
      ['legal', LEGAL_PAGES.every((slug) => published.has(slug)), 3],
      ['share', confirmed.includes('share'), 1],
    ];
    const steps = facts.map(([name, isDone, minutes]) => ({ name, isDone, minutesLeft: isDone ? 0 : minutes }));
    return { steps, course, sampleId, hasSale };
  };

  return {
    list,
    confirm: async (step: Confirmable, origin: string): Promise<FirstSteps> => {
      await database.transaction(async (tx) => {
        const all = new Set([...(await findConfirmed(tx)), step]);
        await storeValue(tx, SETTING, JSON.stringify([...all]), clock.now());
      });
      return list(origin);
    },
  };
};
