import type { Platform } from '#server/platform.ts';
import { type BringingNeeds, createBringing } from './data-import.ts';
import { createDeletion, type DeletionNeeds } from './deletion.ts';
import { createExporting, type ExportingNeeds } from './data-export.ts';
import { countCertificates, listPosts } from './personal-data.queries.ts';

export { exportFiles } from './data-export.ts';

export type PersonalData = ReturnType<typeof createPersonalData>;

/** What the school knows of a person: its export, and its deletion with the account. */
export const createPersonalData = (platform: Platform, needs: ExportingNeeds & DeletionNeeds & BringingNeeds) => {
  const { db } = platform.database;
  const exporting = createExporting(platform, needs);
  const deletion = createDeletion(platform, needs);
  return {
    exporting,
    deletion,
    bring: createBringing(platform, needs),
    mine: async (userId: string) => {
      const { questions, answers } = await listPosts(db, userId);
      return {
        export: await exporting.latest(userId),
        deletion: await deletion.planned(userId),
        certificates: await countCertificates(db, userId),
        hasPosts: questions.length + answers.length > 0,
      };
    },
  };
};
