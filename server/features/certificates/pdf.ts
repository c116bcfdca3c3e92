import type { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { say } from '#contract/languages/say.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { createReaders, writerIn } from '#server/email/readers.ts';
import { fail } from '#server/errors.ts';
import { qrPath } from '#server/images/qr-code.ts';
import { createDrawings } from '#server/pdf/drawings.ts';
import type { CertificateSheet } from '#server/pdf/sheet.ts';
import type { SchoolLanguages } from '#server/own-words.ts';
import type { Platform } from '#server/platform.ts';
import type { Look } from '#server/settings/branding.ts';
import { detailsOf, headingOf, notesOf, statementOf } from './paper-words.ts';
import type { createPictures } from './pictures.ts';
import { addressOf, stateOf } from './presentation.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

/** Draws one at a time, so that they leave a process to receipts. */
const OWNER = 'certificates';

type Kind = CertificateSheet['as'];
type Row = Pick<CertificateRow, 'code' | 'holder_name' | 'completed_at' | 'issued_at' | 'valid_until'>;
/** What of a snapshot is drawn. */
export type Drawn = Pick<
  Snapshot,
  'issuer' | 'courseTitle' | 'teacher' | 'teacherHeadline' | 'language' | 'accent' | 'evidence' | 'design'
>;

interface PaperFormat {
  calendar: SchoolCalendar;
  look: Look;
  /** The address of its page. */
  address: string;
  isExpired: boolean;
  languages: SchoolLanguages;
}

const withoutProtocol = (address: string): string => address.replace(/^https?:\/\//, '');

const lookOf = ({ accent, design }: Drawn, { look }: PaperFormat) => {
  const own = design.accent === '' ? undefined : design.accent;
  return {
    accent: own ?? accent,
    titleColor: own,
    barColor: own,
    logo: design.hasLogo ? look.logo?.bytes : undefined,
  };
};

/** Certificates as PDFs and as pictures, from what was true when they were issued. */
export const createPaper = (
  platform: Platform,
  { find, pictures }: { find: (code: string) => Promise<CertificateRow>; pictures: ReturnType<typeof createPictures> },
) => {
  const { settings, branding, publicAddress, clock, pdf, database, ownWords, config } = platform;
  const drawings = createDrawings(pdf);
  const readers = createReaders(platform);

  const sheetOf = async (as: Kind, row: Row, drawn: Drawn, format: PaperFormat): Promise<CertificateSheet> => {
    const { design, issuer, courseTitle } = drawn;
    const { calendar, address, isExpired } = format;
    const { picture, signature } = await pictures.read(design);
    const write = writerIn(format.languages.languageOf(drawn.language), calendar, config.currencySymbol);
    return {
      as,
      title: write(say('Certificate {code}', { code: row.code })),
      author: issuer,
      createdAt: row.issued_at,
      issuer,
      heading: write(headingOf(row, isExpired)),
      isGood: !isExpired,
      holderName: row.holder_name,
      statement: write(statementOf(drawn)),
      courseTitle,
      details: detailsOf(drawn, write),
      paper: { color: design.paper, picture },
      ...lookOf(drawn, format),
      notes: notesOf(row, drawn).map(write),
      check: { title: write(say('Check it: {address}', { address: withoutProtocol(address) })), address },
      signatory: { name: design.signatory, title: design.signatoryTitle },
      signature,
      qr: await qrPath(address),
    };
  };

  const draw = async (as: Kind, code: string): Promise<{ row: CertificateRow; bytes: Buffer }> => {
    const row = await find(code);
    const state = stateOf(row, clock.now());
    if (state === 'revoked' || state === 'reissued') throw fail('certificate_not_active');
    const [calendar, look] = [await settings.calendar(), await branding.look()];
    const address = addressOf(row, await publicAddress());
    const languages = await ownWords.read();
    const name = [as, address, state, calendar.timeZone, look.logo?.key, languages.version].join(' ');
    const format = { calendar, look, address, isExpired: state === 'expired', languages };
    return { row, bytes: await drawings(name, () => sheetOf(as, row, snapshotOf(row), format), OWNER) };
  };

  return {
    /** Throws `certificate_not_found`, `certificate_not_active`, `pdf_not_drawn` and `busy`. */
    pdf: async (code: string): Promise<{ fileName: string; bytes: Buffer }> => {
      const { row, bytes } = await draw('pdf', code);
      return { fileName: `certificate-${row.code}.pdf`, bytes };
    },

    /** The same page as a WebP, or as a PNG for messengers. Throws as `pdf` does. */
    picture: async (as: 'picture' | 'card', code: string): Promise<Buffer> => (await draw(as, code)).bytes,

    /** A certificate that nobody has, with a design that may not be saved. Throws `pdf_not_drawn` and `busy`. */
    preview: async (
      sample: Omit<Drawn, 'accent' | 'issuer' | 'language'> & { design: CertificateDesign },
      { holderName, userId }: { holderName: string; userId: string },
    ): Promise<Buffer> => {
      const { brandName, accent } = await settings.school();
      const now = clock.now();
      const row = {
        code: '0000-0000-0000',
        holder_name: holderName,
        completed_at: now,
        issued_at: now,
        valid_until: null,
      };
      const format = {
        calendar: await settings.calendar(),
        look: await branding.look(),
        address: addressOf(row, await publicAddress()),
        isExpired: false,
        languages: await ownWords.read(),
      };
      const drawn = { ...sample, issuer: brandName, accent, language: await readers.languageOfSchool(database.db) };
      return pdf.draw(await sheetOf('picture', row, drawn, format), `${OWNER} ${userId}`);
    },
  };
};
