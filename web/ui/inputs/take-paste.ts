import { msg, plural } from '@lingui/core/macro';
import { toast } from 'react-hot-toast/headless';
import type { Language } from '#contract/languages/language.ts';

const HTML_MAX_CHARACTERS = 2_000_000;
/** Code of an editor, which is copied as it is written. */
const CODE = /^[^<]*(?:<(?:html|head|body|meta)[^>]*>\s*|<!--StartFragment-->)*<(?:div|pre)[^>]*white-space:\s*pre/i;
/** More than words and lines. */
const FORM =
  /<(?:h[1-6]|[ou]l|table|a|b|strong|i|em|s|del|img|blockquote)[\s>]|mso-list|font-weight:\s*(?:bold|[67]00)|font-style:\s*italic/i;
const DATA_PICTURE = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/=\s]+)$/;

const imagesOf = ({ files }: DataTransfer): File[] => [...files].filter(({ type }) => type.startsWith('image/'));

/** A picture that is within the text that was copied. */
const fileOf = (source: string): File | undefined => {
  const [, type, data] = DATA_PICTURE.exec(source) ?? [];
  if (type === undefined || data === undefined) return undefined;
  const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (letter) => letter.codePointAt(0) ?? 0);
  return new File([bytes], `pasted.${type.slice('image/'.length)}`, { type });
};

export interface Taken {
  html: string;
  images: File[];
}

/**
 * What of a paste or drop is more than its plain text; undefined where there is nothing more. Office programs add a picture of
 * the text to it, which is not meant.
 */
export const takenFrom = (transfer: DataTransfer, takesImages: boolean): Taken | undefined => {
  const html = transfer.getData('text/html');
  const isText = transfer.getData('text/plain').trim() !== '';
  const images = takesImages ? imagesOf(transfer) : [];
  const hasForm = html.length <= HTML_MAX_CHARACTERS && FORM.test(html) && !CODE.test(html);
  if (hasForm && (isText || images.length === 0)) return { html, images };
  return images.length > 0 ? { html: '', images } : undefined;
};

/** As Markdown, with its pictures stored; those that a browser may not read are named. */
export const markdownOf = async (
  { html, images }: Taken,
  addImage: ((image: File) => Promise<string | undefined>) | undefined,
  { _ }: Language,
): Promise<string> => {
  const { readPaste } = await import('./paste-html.ts');
  let { markdown, pictures } = readPaste(html);
  let missing = 0;
  for (const [index, { place, source, text }] of pictures.entries()) {
    const file = fileOf(source) ?? (images.length === pictures.length ? images[index] : undefined);
    const stored = file && (await addImage?.(file));
    if (stored === undefined) missing += 1;
    markdown = markdown.replace(place, () => (stored === undefined ? text : `\n\n${stored}\n\n`));
  }
  if (missing > 0)
    toast.error(
      _(
        msg({
          message: plural(missing, {
            one: '# picture could not be pasted. Copy and paste each by itself.',
            other: '# pictures could not be pasted. Copy and paste each by itself.',
          }),
        }),
      ),
    );
  return markdown.replaceAll(/\n{3,}/g, '\n\n').trim();
};
