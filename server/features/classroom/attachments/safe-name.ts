import { fail } from '#server/errors.ts';

/** What Windows, macOS or Linux start when it is opened. */
const PROGRAM =
  /\.(?:app|bat|cmd|com|command|cpl|desktop|dll|dmg|exe|hta|jar|jse|lnk|msc|msi|pif|pkg|ps1|reg|scr|vbe|vbs|wsf|wsh)[. ]*$/i;
/** What a file system, an address or a dialog would read as something else than a part of a name. */
const UNSAFE = /[/\\:*?"<>|\p{Bidi_Control}]/gu;

/** The name under which a file is saved. Throws `program_refused`. */
export const safeName = (name: string): string => {
  if (PROGRAM.test(name)) throw fail('program_refused');
  return name.normalize('NFC').replaceAll(UNSAFE, '-');
};
