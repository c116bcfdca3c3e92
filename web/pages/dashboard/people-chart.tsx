import { Cell, Pie, PieChart } from 'recharts';
import { formatCount } from '#web/components/format.ts';

interface PeopleChartProps {
  registeredCount: number;
  enrolledCount: number;
}

const REGISTERED = 'Registered users';
const ENROLLED = 'Enrolled users';

/** Registered users beside enrolled users, yellow and green; the legend carries the numbers for everyone. */
export function PeopleChart({ registeredCount, enrolledCount }: PeopleChartProps) {
  const slices = [
    { name: ENROLLED, value: enrolledCount, fill: 'var(--chart-green)', edge: 'none' },
    { name: REGISTERED, value: registeredCount, fill: 'var(--chart-yellow)', edge: 'var(--chart-yellow-edge)' },
  ];
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex justify-center">
        <PieChart width={176} height={176} accessibilityLayer={false}>
          <Pie
            data={slices}
            dataKey="value"
            outerRadius={82}
            startAngle={90}
            endAngle={-270}
            paddingAngle={enrolledCount > 0 ? 2 : 0}
            rootTabIndex={-1}
            isAnimationActive={false}
          >
            {slices.map(({ name, fill, edge }) => (
              <Cell key={name} fill={fill} stroke={edge} strokeWidth={1.5} />
            ))}
          </Pie>
        </PieChart>
      </div>
      <dl className="mt-5 space-y-2.5 text-sm">
        <LegendRow swatch="bg-chart-yellow border-chart-yellow-edge" name={REGISTERED} count={registeredCount} />
        <LegendRow swatch="bg-chart-green border-chart-green" name={ENROLLED} count={enrolledCount} />
      </dl>
    </>
  );
}

function LegendRow({ swatch, name, count }: { swatch: string; name: string; count: number }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className={`size-3.5 rounded-xs border ${swatch}`} />
      <dt>{name}</dt>
      <dd className="num ms-auto font-semibold">{formatCount(count)}</dd>
    </div>
  );
}
