import { languages, sourceTexts, update } from './languages/catalogue.ts';
import { missingByPage } from './languages/missing.ts';

/** Brings the catalogues up to date with the source, and lists what they lack by page. */
const texts = sourceTexts();
for (const code of languages()) {
  update(texts, code);
  const missing = missingByPage(code);
  console.log(`${code}: ${missing.translated} of ${missing.texts} texts`);
  for (const [page, entries] of missing.pages) console.log(`  ${page}: ${entries.length} missing`);
}
