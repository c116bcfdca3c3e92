import { OperatorError } from '#server/errors.ts';

/** A backup that is not what was written; its message says what is wrong with it. */
export class DamagedBackup extends OperatorError {}
