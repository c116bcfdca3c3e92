import { Trans, useLingui } from '@lingui/react/macro';
import { BriefcaseBusiness, Copy, FileBadge, ImageDown } from 'lucide-react';
import { useId } from 'react';
import { useSite } from '#web/ui/page/site.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { type Certificate, fileOf } from './certificate-words.ts';
import { localTime } from '#web/ui/text/local-time.ts';

const ACTION = 'flex items-center gap-3 py-2 font-semibold hover:underline';

/** The month of a moment in the school's time zone, as numbers. */
const monthOf = (instant: string, timeZone: string): [year: string, month: string] => {
  const { year, month } = localTime(instant, timeZone);
  return [String(year), String(month)];
};

const fieldsOf = (
  { courseTitle, issuer, issuedAt, validUntil, code, address }: Certificate,
  timeZone: string,
): { query: URLSearchParams; linkedInFields: [name: string, value: string][] } => {
  const [year, month] = monthOf(issuedAt, timeZone);
  const [endYear, endMonth] = validUntil === null ? [] : monthOf(validUntil, timeZone);
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: issuer,
    issueYear: year,
    issueMonth: month,
    certUrl: address,
    certId: code,
    ...(endYear === undefined || endMonth === undefined ? {} : { expirationYear: endYear, expirationMonth: endMonth }),
  });
  return {
    query,
    linkedInFields: [
      ['Name', courseTitle],
      ['Issuing organization', issuer],
      ['Issue date', `${month}/${year}`],
      ['Credential ID', code],
      ['Credential URL', address],
    ],
  };
};

/** LinkedIn may leave its form empty: then each field is copied. */
const LinkedIn = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const id = useId();
  const { query, linkedInFields } = fieldsOf(certificate, timeZone);
  return (
    <details>
      <summary className={`${ACTION} cursor-pointer`}>
        <BriefcaseBusiness size={19} className="text-muted" aria-hidden="true" />
        <Trans>Add to LinkedIn</Trans>
      </summary>
      <div className="ps-8 pb-2 text-sm">
        <p>
          <Trans>
            <a
              className="link"
              href={`https://www.linkedin.com/profile/add?${query}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open the form on LinkedIn
            </a>
            . If fields are empty there, copy them from here.
          </Trans>
        </p>
        <dl className="mt-2">
          {linkedInFields.map(([name, value], index) => (
            <div key={name} className="grid grid-cols-[1fr_auto] items-center border-t border-line py-1.5">
              <dt className="text-muted">{name}</dt>
              <dd id={`${id}${index}`} className="col-start-1 wrap-anywhere">
                {value}
              </dd>
              <dd className="col-start-2 row-span-2 row-start-1">
                <button
                  type="button"
                  className="btn btn-square btn-ghost btn-sm"
                  aria-label={t`Copy: ${name}`}
                  onClick={() => void copyText(value, t`${name} copied`)}
                >
                  <Copy size={16} aria-hidden="true" />
                </button>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
};

export const CertificateActions = ({ certificate }: { certificate: Certificate }) => (
  <div className="mt-4">
    <a className={ACTION} href={fileOf(certificate, 'badge')} download>
      <FileBadge size={19} className="text-muted" aria-hidden="true" />
      <Trans>
        Signed file <span className="font-normal text-muted">Open Badges 3.0</span>
      </Trans>
    </a>
    <a className={ACTION} href={fileOf(certificate, 'badge-image')} download>
      <ImageDown size={19} className="text-muted" aria-hidden="true" />
      <Trans>
        Badge <span className="font-normal text-muted">PNG with the signed file in it</span>
      </Trans>
    </a>
    {certificate.state === 'valid' && <LinkedIn certificate={certificate} />}
  </div>
);
