import { joinPool } from '#server/processes/pool-program.ts';
import { drawCertificate } from './draw-certificate.ts';
import { drawSheet } from './draw-sheet.ts';
import type { CardSheet, CertificateSheet, Sheet } from './sheet.ts';

const draw = async (sheet: Sheet | CertificateSheet | CardSheet): Promise<Buffer> => {
  if ('parts' in sheet) return drawSheet(sheet);
  if ('facts' in sheet) return drawCertificate(sheet);
  // The image library is large, and documents do not need it.
  const { drawCard } = await import('./draw-card.ts');
  return drawCard(sheet);
};

/** The process that draws PDFs and cards, because shaping text may loop forever. */
joinPool(draw);
