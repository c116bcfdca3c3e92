import { readInPool } from '#server/processes/read-in-pool.ts';
import { readPeople } from './csv-file.ts';

readInPool(readPeople);
