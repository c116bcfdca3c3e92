import { readInPool } from '#server/processes/read-in-pool.ts';
import { readQuizFile } from './quiz-file.ts';

readInPool(readQuizFile);
