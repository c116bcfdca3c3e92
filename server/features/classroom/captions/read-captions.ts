import { readInPool } from '#server/processes/read-in-pool.ts';
import { readForSearch } from './caption-words.ts';

readInPool(readForSearch);
