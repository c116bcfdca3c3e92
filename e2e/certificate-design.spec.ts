import PdfDocument from 'pdfkit';
import { expect, test } from './fixtures.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A PDF whose pages are of one colour. */
const pdfOf = (pages: number, script?: string): Promise<Buffer> => {
  const pdf = new PdfDocument({ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false });
  for (let page = 0; page < pages; page += 1) {
    pdf.addPage().rect(0, 0, 842, 595).fill('#204a87');
    pdf.fill('#fff').text('प्रमाणपत्र Paper', 40, 40);
  }
  if (script !== undefined) pdf.addNamedJavaScript('start', script);
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.end();
  });
};

test('a certificate has three parts, a page of a PDF as its paper, and changes that can be discarded', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(await site.admin());
  const courseId = await site.aCourse({ title: 'First bowl' });
  await page.goto(`/course/edit?course=${courseId}&tab=certificate`);
  const form = page.getByRole('form', { name: 'Certificates' });
  const part = (name: string | RegExp) => form.getByRole('button', { name });
  await expect(part('Rules')).toHaveCount(0);
  await form.getByLabel('Issue certificates').check();
  await part('Rules').click();
  await form.getByLabel('Valid for, in months').fill('24');
  await expect(form.getByText('2 unsaved changes')).toBeVisible();
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByLabel('Issue certificates')).not.toBeChecked();
  await form.getByLabel('Issue certificates').check();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('All changes saved')).toBeVisible();
  await part(/^Given/).click();
  await expect(page.getByText('No certificate was issued yet.')).toBeVisible();

  await part('Design').click();
  const paper = form.getByLabel('Picture of the paper');
  const choose = (name: string, buffer: Buffer) =>
    paper.setInputFiles({ name, buffer, mimeType: name.endsWith('.pdf') ? 'application/pdf' : 'image/png' });
  await choose('two.pdf', await pdfOf(2));
  await expect(form.getByText('This PDF has 2 pages. Choose one with a single page.')).toBeVisible();
  await choose('script.pdf', await pdfOf(1, 'app.alert("hello")'));
  await expect(form.getByText('This PDF contains a script. Export it again without.')).toBeVisible();
  await choose('broken.pdf', Buffer.from('%PDF-1.7 nothing'));
  await expect(form.getByText('This PDF could not be read.')).toBeVisible();
  await choose('small.png', Buffer.from(PIXEL, 'base64'));
  await expect(form.getByText(/^Prints soft: 1 × 1 pixels/).first()).toBeVisible();
  await choose('paper.pdf', await pdfOf(1));
  await expect(form.getByText(/^Prints soft/)).toHaveCount(0);
  await expect(form.getByLabel('Colour of the paper: hex')).toHaveValue(/^#2[0-9A-F]4[0-9A-F]8[0-9A-F]$/);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await expect(form.getByRole('button', { name: 'Remove' })).toBeVisible();
});
