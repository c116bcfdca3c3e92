import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { lookOf } from './picture-look.ts';

/** Of A4 across in print. */
const SHARP_WIDTH = 3508;

/** Takes a picture of the paper with its colour, and warns of one that prints soft. */
export const usePaper = (onChange: (part: Partial<CertificateDesign>) => void) => {
  const { t } = useLingui();
  const [soft, setSoft] = useState<{ width: number; height: number }>();
  const takePaper = async (picture: string, file: File | undefined): Promise<void> => {
    const look = file && (await lookOf(file));
    setSoft(look && file.type !== 'image/svg+xml' && look.width < SHARP_WIDTH ? look : undefined);
    // The text over it is dark or light by the colour of the paper.
    onChange(look === undefined ? { picture } : { picture, paper: look.color });
  };
  const hint = [
    ...(soft ? [t`Prints soft: ${soft.width} × ${soft.height} pixels.`] : []),
    t`PNG, JPEG, WebP, SVG, or a PDF of one page, A4 across. 3508 × 2480 pixels print sharply.`,
  ].join(' ');
  return { hint, takePaper };
};
