import { joinPool, respond } from '#server/processes/pool-program.ts';
import { drawSheet } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

/** The process that draws PDFs, because shaping text may loop forever. */
process.on('message', (sheet: Sheet) => void respond(drawSheet(sheet)));
joinPool();
