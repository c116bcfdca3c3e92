import { formatLength } from '#contract/format.ts';
import { averageOf, requirementsOf } from '#contract/certificates/certificate-texts.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { fail } from '#server/errors.ts';
import { createDrawings } from '#server/pdf/drawings.ts';
import type { CardSheet, CertificateSheet } from '#server/pdf/sheet.ts';
import type { Platform } from '#server/platform.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Look } from '#server/settings/branding.ts';
import { evidenceText } from './evidence-text.ts';
import { addressOf, stateOf } from './presentation.ts';
import { qrPath } from '#server/images/qr-code.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

/** Draws one at a time, so that they leave a process to receipts. */
const OWNER = 'certificates';

interface PaperFormat {
  calendar: SchoolCalendar;
  look: Look;
  /** The address of its page. */
  address: string;
  qr: { size: number; path: string };
  isExpired: boolean;
}

const factsOf = (row: CertificateRow, { evidence }: Snapshot, calendar: SchoolCalendar): CertificateSheet['facts'] => {
  const { watchedPercent, totalMs, passedQuizzes, quizzes, bestPercents } = evidence;
  return [
    ...(totalMs > 0 ? [{ label: 'Watched', value: `${watchedPercent}%`, note: `of ${formatLength(totalMs)}` }] : []),
    ...(quizzes > 0
      ? [
          {
            label: 'Quizzes',
            value: `${passedQuizzes} of ${quizzes}`,
            note: `passed, ${averageOf(bestPercents)}% on average`,
          },
        ]
      : []),
    {
      label: 'Completed',
      value: calendar.formatDate(row.completed_at),
      note: row.valid_until === null ? 'no expiry date' : `valid until ${calendar.formatDate(row.valid_until)}`,
    },
  ];
};

const notesOf = (row: CertificateRow, snapshot: Snapshot, calendar: SchoolCalendar): string[] => {
  const { evidence, required, language, issuer } = snapshot;
  const rules = requirementsOf(snapshot).join('. ');
  const languageName = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  return [
    evidenceText(evidence),
    `Required: ${rules}. The rules of ${calendar.formatDate(required.since)}.`,
    `Number ${row.code}. Issued by ${issuer} on ${calendar.formatDate(row.issued_at)}. Language: ${languageName}.`,
  ];
};

/** What the PDF and the card have in common. */
const commonOf = (
  row: CertificateRow,
  { calendar, look, isExpired }: Pick<PaperFormat, 'calendar' | 'look' | 'isExpired'>,
) => {
  const { courseTitle, teacher, teacherHeadline, issuer, design, accent, evidence } = snapshotOf(row);
  const count = evidence.courseLectures ?? evidence.lectures;
  const lectures = count === 1 ? '1 lecture' : `${count} lectures`;
  return {
    title: `Certificate ${row.code}`,
    accent,
    logo: look.logo?.bytes,
    issuer,
    heading:
      isExpired && row.valid_until !== null ? `Expired on ${calendar.formatDate(row.valid_until)}` : 'Certificate',
    isGood: !isExpired,
    holderName: row.holder_name,
    statement: design.statement,
    courseTitle,
    byline: `a course of ${lectures} by ${[teacher, teacherHeadline].filter((text) => text !== '').join(', ')}`,
  };
};

const withoutProtocol = (address: string): string => address.replace(/^https?:\/\//, '');

const sheetOf = (row: CertificateRow, format: PaperFormat): CertificateSheet => {
  const { calendar, address, qr } = format;
  const snapshot = snapshotOf(row);
  return {
    ...commonOf(row, format),
    author: snapshot.issuer,
    createdAt: row.issued_at,
    facts: factsOf(row, snapshot, calendar),
    notes: notesOf(row, snapshot, calendar),
    check: {
      title: `Check it: ${withoutProtocol(address)}`,
      text: 'That page repeats everything printed here, without a login. The minutes were measured while the lectures played; skipped parts do not count.',
      address,
    },
    signatory: { name: snapshot.design.signatory, title: snapshot.design.signatoryTitle },
    qr,
  };
};

/** Certificates as PDFs and as cards, from what was true when they were issued. */
export const createPaper = (
  { settings, branding, publicAddress, clock, pdf }: Platform,
  { find }: { find: (code: string) => Promise<CertificateRow> },
) => {
  const drawings = createDrawings(pdf);

  const formatOf = async (row: CertificateRow) => {
    const state = stateOf(row, clock.now());
    if (state === 'revoked' || state === 'reissued') throw fail('certificate_not_active');
    const [calendar, look] = [await settings.calendar(), await branding.look()];
    const address = addressOf(row, await publicAddress());
    const name = [address, state, calendar.timeZone, look.logo?.key].join(' ');
    return { name, calendar, look, address, isExpired: state === 'expired' };
  };

  return {
    /** Throws `certificate_not_found`, `certificate_not_active`, `pdf_not_drawn` and `busy`. */
    pdf: async (code: string): Promise<{ fileName: string; bytes: Buffer }> => {
      const row = await find(code);
      const { name, ...format } = await formatOf(row);
      const qr = await qrPath(format.address);
      const bytes = await drawings(name, () => sheetOf(row, { ...format, qr }), OWNER);
      return { fileName: `certificate-${row.code}.pdf`, bytes };
    },

    /** A PNG for messengers. Throws as `pdf` does. */
    card: async (code: string): Promise<Buffer> => {
      const row = await find(code);
      const { name, address, ...format } = await formatOf(row);
      const sheet = (): CardSheet => ({
        ...commonOf(row, format),
        completed: `Completed on ${format.calendar.formatDate(row.completed_at)}`,
        address: withoutProtocol(address),
      });
      return drawings(`card ${name}`, sheet, OWNER);
    },
  };
};
