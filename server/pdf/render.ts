import { joinPool } from '#server/processes/pool-program.ts';
import { drawCertificate } from './draw-certificate.ts';
import { drawSheet } from './draw-sheet.ts';
import type { CertificateSheet, Sheet } from './sheet.ts';

const draw = (sheet: Sheet | CertificateSheet): Promise<Buffer> =>
  'parts' in sheet ? drawSheet(sheet) : drawCertificate(sheet);

/** The process that draws PDFs and pictures of certificates, because shaping text may loop forever. */
joinPool(draw);
