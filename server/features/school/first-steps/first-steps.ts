import type { FirstStepName, FirstSteps } from '#contract/catalog/first-steps.ts';
import type { Way } from '#contract/billing/way-names.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import type { Platform } from '#server/platform.ts';
import { sections } from '#server/settings/sections.ts';

/** The steps that an admin confirms. Each is a value of its own, so that two at once do not overwrite each other. */
type Confirmable = Extract<FirstStepName, 'price' | 'share'>;
const settingOf = (step: Confirmable): string => `first_step_${step}`;

const LEGAL_PAGES = ['terms', 'privacy', 'refund'];

export interface FirstStepsNeeds {
  ownCourse: (origin: string) => Promise<Pick<FirstSteps, 'course' | 'sampleId'>>;
  /** Whether the owner changed or added a plan. */
  arePlansChanged: () => Promise<boolean>;
  selling: () => Promise<{ isTestMode: boolean; ways: readonly Way[] }>;
  /** Whether anything was sold for money. */
  hasSold: () => Promise<boolean>;
  sitePages: () => Promise<{ slug: string }[]>;
  /** Whether backups have a place, and one was verified. */
  hasBackup: () => Promise<boolean>;
}

export type FirstStepsGuide = ReturnType<typeof createFirstSteps>;

/** The steps from an empty school to an open one. What is done follows from the facts of the school. */
export const createFirstSteps = ({ database, settings, clock }: Platform, needs: FirstStepsNeeds) => {
  const isBranded = async (): Promise<boolean> => {
    const [{ brandName, accent }, { logo }] = [await settings.school(), await settings.images()];
    const { defaults } = sections.school;
    return brandName !== defaults.brandName || accent !== defaults.accent || logo !== '';
  };

  const list = async (origin: string): Promise<FirstSteps> => {
    const { course, sampleId } = await needs.ownCourse(origin);
    const { isTestMode, ways } = await needs.selling();
    const hasSale = await needs.hasSold();
    const published = new Set((await needs.sitePages()).map(({ slug }) => slug));
    const isConfirmed = async (step: Confirmable) => (await findValue(database.db, settingOf(step))) !== undefined;
    const facts: [FirstStepName, isDone: boolean, minutes: number][] = [
      ['brand', await isBranded(), 2],
      ['course', course?.isDraft === false, (course?.numberOfLectures ?? 0) > 0 ? 2 : 10],
      ['price', (await isConfirmed('price')) || (await needs.arePlansChanged()), 2],
      ['email', (await settings.email()).host !== '', 3],
      // Without an account anywhere, a school can sell from the first day.
      ['ways', ways.some((way) => way !== 'online'), 2],
      ['payments', ways.includes('online') && !isTestMode, hasSale ? 3 : 5],
      ['legal', LEGAL_PAGES.every((slug) => published.has(slug)), 3],
      ['backup', await needs.hasBackup(), 2],
      ['share', await isConfirmed('share'), 1],
    ];
    const steps = facts.map(([name, isDone, minutes]) => ({ name, isDone, minutesLeft: isDone ? 0 : minutes }));
    return { steps, course, sampleId, hasSale };
  };

  return {
    list,
    confirm: async (step: Confirmable, origin: string): Promise<FirstSteps> => {
      await storeValue(database.db, settingOf(step), 'confirmed', clock.now());
      return list(origin);
    },
  };
};
