import { z } from 'zod';
import { StoredRichText } from '#contract/classroom/earlier-blocks.ts';
import { directionOf, SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { escape, withBreaks, withoutLinks } from './escape.ts';
import { richHtml, richPlain } from './rich-part.ts';

/** One part of an email, as plain text; only the layout writes HTML. */
export const EmailPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    /** In every wording of the email: at the top, or after the list. */
    belongsTo: z.enum(['top', 'list']).optional(),
    /** The school wrote it, so that its web addresses are links. */
    mayLink: z.literal(true).optional(),
  }),
  /** `path` is a page of this site, such as `/courses`: emails link nowhere else. */
  z.object({ kind: z.literal('button'), label: z.string(), path: z.string().startsWith('/') }),
  z.object({ kind: z.literal('facts'), rows: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('quote'), text: z.string() }),
  /** A text that was written in Markdown. It may link to other sites. */
  z.object({ kind: z.literal('rich'), blocks: StoredRichText }),
  /** Things that happened, each with the page that it leads to. */
  z.object({
    kind: z.literal('links'),
    items: z.array(
      z.object({ title: z.string(), text: z.string(), when: z.string(), path: z.string().startsWith('/') }),
    ),
  }),
]);
export type EmailPart = z.output<typeof EmailPart>;

/** An empty heading is left out. */
export const EmailContent = z.object({
  /** In which it is written; English when absent. */
  language: z.string().optional(),
  subject: z.string(),
  heading: z.string(),
  parts: z.array(EmailPart),
  /** The page that stops such emails: a link at the foot, and a button of the mail program (RFC 8058), which sends a POST. */
  optOut: z.object({ label: z.string(), path: z.string().startsWith('/') }).optional(),
});
export type EmailContent = z.output<typeof EmailContent>;

/** As jobs store it. */
export const WrittenEmail = EmailContent.extend({
  /** Whether no record of it is stored: its addresses belong to no account any more. */
  leavesNoRecord: z.literal(true).optional(),
  /** A person wrote it to this one receiver. Every other email is marked as automatic. */
  isPersonal: z.literal(true).optional(),
  to: z.array(z.string()).min(1),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  /** The name of an email whose text an owner may change, and the values of its variables. */
  wording: z.object({ id: z.string(), values: z.record(z.string(), z.string()) }).optional(),
});
export type WrittenEmail = z.output<typeof WrittenEmail>;

export interface EmailSender {
  brandName: string;
  /** The site's public address, without a trailing slash. */
  address: string;
  accent: string;
  /** Whether the logo is attached, with the content id `logo`. */
  hasLogo: boolean;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const colour = {
  page: '#f5f6ef',
  paper: '#fdfdfa',
  line: '#d8dcd0',
  ink: '#15252b',
  muted: '#48595f',
  primary: '#0b4a55',
  onPrimary: '#f3faf6',
};

const LOGO = '<img src="cid:logo" alt="" width="36" height="36" style="margin:0 10px 0 0;vertical-align:middle">';

const textWithin = ({ text, mayLink }: Extract<EmailPart, { kind: 'text' }>): string =>
  mayLink ? text : withoutLinks(text);

const htmlOf = (part: EmailPart, address: string): string => {
  switch (part.kind) {
    case 'text':
      return `<p dir="auto" style="margin:0 0 16px">${withBreaks(textWithin(part))}</p>`;
    case 'button':
      return `<p style="margin:24px 0"><a href="${escape(address + part.path)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${colour.primary};color:${colour.onPrimary};font-weight:600;text-decoration:none">${escape(part.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${colour.muted};word-break:break-all">${escape(address + part.path)}</p>`;
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${part.rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid ${colour.line};color:${colour.muted};vertical-align:top;white-space:nowrap">${escape(label)}</td><td dir="auto" align="right" style="padding:8px 0;border-bottom:1px solid ${colour.line};vertical-align:top">${withBreaks(withoutLinks(value))}</td></tr>`,
        )
        .join('')}</table>`;
    case 'rich':
      return richHtml(part.blocks, { address, line: colour.line, link: colour.primary });
    case 'links':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${part.items
        .map(
          ({ title, text, when, path }) =>
            `<tr><td dir="auto" style="padding:12px 16px 12px 0;border-top:1px solid ${colour.line};vertical-align:top"><a href="${escape(address + path)}" style="color:${colour.ink};font-weight:600;text-decoration:none">${escape(withoutLinks(title))}</a>${text === '' ? '' : `<br><span style="color:${colour.muted}">${withBreaks(withoutLinks(text))}</span>`}</td><td align="right" style="padding:12px 0;border-top:1px solid ${colour.line};color:${colour.muted};vertical-align:top;white-space:nowrap">${escape(when)}</td></tr>`,
        )
        .join('')}</table>`;
  }
  return `<blockquote dir="auto" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${colour.line}">${withBreaks(part.text)}</blockquote>`;
};

const textOf = (part: EmailPart, address: string): string => {
  switch (part.kind) {
    case 'text':
      return textWithin(part);
    case 'button':
      return `${part.label}:\n${address}${part.path}`;
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${withoutLinks(value)}`).join('\n');
    case 'rich':
      return richPlain(part.blocks, address);
    case 'links':
      return part.items
        .map(({ title, text, path }) =>
          [withoutLinks(title), withoutLinks(text), `${address}${path}`].filter(Boolean).join('\n'),
        )
        .join('\n\n');
  }
  return part.text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
};

const page = (
  { language = SOURCE_LANGUAGE, subject, heading, parts, optOut }: EmailContent,
  { brandName, address, accent, hasLogo }: EmailSender,
): string =>
  `<!doctype html>
<html lang="${escape(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${colour.page};color:${colour.ink};font:16px/26px Figtree,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${colour.paper};border:1px solid ${colour.line};border-bottom:6px solid ${accent};border-radius:12px"><tr><td style="padding:32px">
<p dir="auto" style="margin:0 0 24px;font:600 19px/24px Georgia,serif;color:${colour.primary}">${hasLogo ? LOGO : ''}${escape(brandName)}</p>
${heading === '' ? '' : `<h1 dir="auto" style="margin:0 0 16px;font:500 26px/32px Georgia,serif">${escape(withoutLinks(heading))}</h1>`}
${parts.map((part) => htmlOf(part, address)).join('\n')}
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:${colour.muted}">${escape(brandName)} · <a href="${escape(address)}" style="color:${colour.muted}">${escape(address)}</a>${optOut ? ` · <a href="${escape(address + optOut.path)}" style="color:${colour.muted}">${escape(optOut.label)}</a>` : ''}</p>
</td></tr></table>
</body></html>
`;

/**
 * The layout of every email, as text and as HTML that loads nothing; the logo is attached. Each text takes its direction from its
 * first letters, because it may be in any script.
 */
export const renderEmail = (content: EmailContent, sender: EmailSender): RenderedEmail => ({
  subject: content.subject,
  text: `${[withoutLinks(content.heading), ...content.parts.map((part) => textOf(part, sender.address))].filter(Boolean).join('\n\n')}\n\n-- \n${sender.brandName}\n${sender.address}\n${content.optOut ? `\n${content.optOut.label}: ${sender.address}${content.optOut.path}\n` : ''}`,
  html: page(content, sender),
});
