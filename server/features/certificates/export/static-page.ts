import { formatLength } from '#contract/format.ts';
import { requirementsOf, listOfPercents, STATUS_TITLES, statusText } from '#contract/certificates/certificate-texts.ts';
import type { Certificate } from '#contract/certificates/certificate-fields.ts';
import { escape } from '#server/email/escape.ts';
import { evidenceText } from '../evidence-text.ts';

export const STYLE_FILE = 'certificates.css';
export const LOGO_FILE = 'certificates.png';

/** Without a script and without anything of other sites; the same in light and dark. */
export const STYLE = `:root{color-scheme:light dark;--page:#f5f6ef;--paper:#fdfdfa;--line:#d8dcd0;--ink:#15252b;--muted:#48595f;--good:#1f6b3a;--ended:#8f2a17;--link:#0b4a55}
@media (prefers-color-scheme:dark){:root{--page:#0d181b;--paper:#15252a;--line:#31464c;--ink:#eef3ec;--muted:#a9b8bb;--good:#8fe0ad;--ended:#ffb3a3;--link:#9fdce0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 3rem;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.5rem;font:600 1.25rem/1.2 Georgia,serif}
header img{height:2.25rem}
h1{margin:1.75rem 0 .75rem;font:600 clamp(1.75rem,6vw,2.5rem)/1.15 Georgia,serif}
h2{margin:2rem 0 .5rem;font:600 1.25rem/1.3 Georgia,serif}
.status{padding:1rem 1.25rem;border:1px solid currentcolor;border-radius:.75rem;background:var(--paper)}
.status.valid{color:var(--good)}
.status:not(.valid){color:var(--ended)}
.status p{margin:.25rem 0 0;color:var(--ink)}
dl{margin:0}
dl div{display:flex;justify-content:space-between;gap:1.5rem;padding:.625rem 0;border-bottom:1px solid var(--line)}
dt,.muted{color:var(--muted)}
dd{margin:0;text-align:end}
ul{margin:.5rem 0;padding-inline-start:1.25rem}
a{color:var(--link)}
.files{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:center;margin-top:1.5rem}
.files img{width:8rem;height:8rem;background:#fff;border-radius:.5rem}
.muted{font-size:.875rem}`;

interface StaticPage {
  /** Of an instant, such as `15 June 2026`. */
  date: (instant: string) => string;
  hasLogo: boolean;
  writtenAt: string;
}

const row = (name: string, value: string): string => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`;

const measuredOf = ({ evidence }: Certificate): string => {
  const { watchedPercent, totalMs, passedQuizzes, quizzes, bestPercents, doneLectures, lectures } = evidence;
  const scores = bestPercents.length > 0 ? `, best scores ${listOfPercents(bestPercents)}` : '';
  return [
    ...(totalMs > 0 ? [row('Watched', `${watchedPercent}% of ${formatLength(totalMs)}`)] : []),
    ...(quizzes > 0 ? [row('Quizzes', `${passedQuizzes} of ${quizzes} passed${scores}`)] : []),
    row('Lectures', `${doneLectures} of ${lectures} completed`),
  ].join('');
};

const detailsOf = (certificate: Certificate, date: StaticPage['date']): string => {
  const { code, issuer, teacher, design, completedAt, issuedAt, validUntil, language } = certificate;
  const signedBy = [design.signatory, design.signatoryTitle].filter((text) => text !== '').join(', ');
  return [
    row('Number', code),
    row('Issued by', issuer),
    row('Teacher', teacher),
    ...(signedBy === '' ? [] : [row('Signed by', signedBy)]),
    row('Completed', date(completedAt)),
    row('Issued', date(issuedAt)),
    row('Valid', validUntil === null ? 'No expiry date' : `Until ${date(validUntil)}`),
    row('Language', new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language),
  ].join('');
};

const statusOf = (certificate: Certificate, date: StaticPage['date']): string => {
  const { state, successor } = certificate;
  const next = successor === null ? '' : ` <a href="../${escape(successor)}/">${escape(successor)}</a>.`;
  return `<div class="status ${state}"><strong>${STATUS_TITLES[state]}</strong><p>${escape(statusText(certificate, date))}${next}</p></div>`;
};

/** The page of a certificate as one file, which says everything that the page of the school and the PDF say. */
export const staticPage = (certificate: Certificate, { date, hasLogo, writtenAt }: StaticPage): string => {
  const { holderName, courseTitle, teacher, teacherHeadline, issuer, evidence, required, design } = certificate;
  const count = evidence.courseLectures ?? evidence.lectures;
  const lectures = count === 1 ? '1 lecture' : `${count} lectures`;
  const author = [teacher, teacherHeadline].filter((text) => text !== '').join(', ');
  const title = `${holderName} completed ${courseTitle}`;
  const requirements = requirementsOf(certificate).map((text) => `<li>${escape(text)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${certificate.isListed ? '' : '<meta name="robots" content="noindex">\n'}<title>${escape(title)}</title>
<link rel="stylesheet" href="../../${STYLE_FILE}">
</head>
<body>
<main>
<header>${hasLogo ? `<img src="../../${LOGO_FILE}" alt="">` : ''}<span>${escape(issuer)}</span></header>
${statusOf(certificate, date)}
<h1 dir="auto">${escape(title)}</h1>
<p>${escape(holderName)} ${escape(design.statement)} ${escape(courseTitle)}, a course of ${lectures} by ${escape(author)}.</p>
<h2>What was measured</h2>
<dl>${measuredOf(certificate)}</dl>
<p class="muted">${escape(evidenceText(evidence))} Measured while the lectures played. Skipped parts do not count.</p>
<h2>What was required</h2>
<ul>${requirements.join('')}</ul>
<p class="muted">The rules of ${escape(date(required.since))}. Later changes to the course change nothing here.</p>
<h2>About it</h2>
<dl>${detailsOf(certificate, date)}</dl>
<div class="files">
<img src="badge.png" alt="The badge: a QR code with the address of this page">
<ul>
<li><a href="badge.png" download>Badge</a>, a picture with the signed file in it</li>
<li><a href="badge.jwt" download>Signed file</a> (Open Badges 3.0)</li>
<li><a href="badge.json" download>What was signed</a>, as JSON</li>
</ul>
</div>
<p class="muted">If paper and page differ, trust this page: ${escape(issuer)} issued what it says.</p>
<p class="muted">This page was written on ${escape(date(writtenAt))}. What changed later is not on it.</p>
</main>
</body>
</html>
`;
};
