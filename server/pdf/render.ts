import { joinPool, respond } from '#server/processes/pool-program.ts';
import { drawSheet } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

/** The process that draws PDFs. What shapes letters may loop for ever on words that nobody has tried. */
process.on('message', (sheet: Sheet) => void respond(drawSheet(sheet)));
joinPool();
