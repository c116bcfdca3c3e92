import { readInPool } from '#server/processes/read-in-pool.ts';
import { readTranslations } from './translation-file.ts';

readInPool(readTranslations);
