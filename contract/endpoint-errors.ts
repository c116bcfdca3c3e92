import type { Access, CourseAction, Endpoint, FileRule } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

type Codes = readonly ErrorCode[];

type AccessName<A extends Access> = A extends { course: infer Action extends CourseAction }
  ? Action
  : Extract<A, string>;

/** Every endpoint may return these: the request could not be read, or the server cannot work now. */
export const generalErrors = [
  'malformed_request',
  'request_timeout',
  'body_too_large',
  'address_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal',
  'busy',
  'read_only',
  'disk_full',
  'disk_read_only',
  'database_full',
] as const satisfies Codes;

const byAccess = {
  public: [],
  user: ['unauthenticated'],
  admin: ['unauthenticated', 'forbidden'],
  payments: ['unauthenticated', 'forbidden'],
  watch: ['unauthenticated', 'not_entitled', 'parts_overdue', 'quiz_not_passed', 'lecture_locked'],
  edit: ['unauthenticated', 'forbidden'],
  answer: ['unauthenticated', 'forbidden'],
  'see-figures': ['unauthenticated', 'forbidden'],
} as const satisfies Record<AccessName<Access>, Codes>;

const ofImages = ['not_an_image', 'image_format', 'damaged_image', 'too_many_pixels'] as const satisfies Codes;

const byFile = {
  image: ofImages,
  'image-or-svg': ofImages,
  sound: ['not_audio'],
  video: ['not_a_video', 'damaged_video'],
  lecture: ['not_a_video', 'damaged_video', 'not_audio', 'not_a_pdf', 'empty_pdf', 'damaged_pdf'],
  captions: ['not_captions', 'damaged_captions'],
  csv: ['not_csv', 'damaged_csv'],
  any: [],
} as const satisfies Record<FileRule['accept'], Codes>;

const FORM_ERRORS = ['too_large'] as const satisfies Codes;

/** One word for who may call. */
export const accessName = (access: Access): AccessName<Access> => (typeof access === 'string' ? access : access.course);

/** The error for an id that no row can have. */
export const notFoundErrorOf = ({ notFound = 'route_not_found' }: Endpoint): ErrorCode => notFound;

/** The errors of an endpoint besides `generalErrors`: those that its access, input and limits imply, and its own. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => {
  const {
    access,
    params,
    query,
    body,
    form,
    rateLimit,
    passwordLimit,
    needsConfirmation,
    scope,
    errors = [],
  } = endpoint;
  return [
    ...byAccess[accessName(access)],
    ...(needsConfirmation ? (['confirmation_needed'] as const) : []),
    ...(params ? [notFoundErrorOf(endpoint)] : []),
    ...(query || body || form ? (['validation_failed'] as const) : []),
    ...(form ? FORM_ERRORS : []),
    ...Object.values(form?.files ?? {}).flatMap(({ accept }) => byFile[accept]),
    ...(rateLimit || passwordLimit || scope ? (['too_many_requests'] as const) : []),
    ...errors,
  ];
};

type Implied<E extends Endpoint> =
  | (typeof byAccess)[AccessName<E['access']>][number]
  | (E extends { needsConfirmation: true } ? 'confirmation_needed' : never)
  | (E extends { params: object } ? (E extends { notFound: infer Code } ? Code : 'route_not_found') : never)
  | (E extends { query: object } | { body: object } | { form: object } ? 'validation_failed' : never)
  | (E extends { form: { files: infer Files } }
      ? (typeof FORM_ERRORS)[number] | (typeof byFile)[Extract<Files[keyof Files], FileRule>['accept']][number]
      : never)
  | (E extends { rateLimit: object } | { passwordLimit: object } | { scope: string } ? 'too_many_requests' : never);

/** The codes of `errorsOf` and `generalErrors`, as a type. */
export type ErrorCodeOf<E extends Endpoint> =
  | (typeof generalErrors)[number]
  | Implied<E>
  | (E extends { errors: readonly (infer Code)[] } ? Code : never);
