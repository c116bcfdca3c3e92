/** Successful responses of a school where nothing has happened, for requests that a test stubs itself. */

export const nothingChanged = {
  outcome: 'unchanged',
  subscription: {
    status: 'active',
    access_until: null,
    purchased_at: null,
    refundable_until: null,
    auto_renew: false,
    renewable_from: null,
  },
};

export const emptyCourse = {
  lectures: [],
  sections: [],
  course: { _id: 'kilns', title: 'Kilns', thumbnail: { secure_url: null }, numberOfLectures: 0 },
  progress: { doneLectures: 0, lectures: 0, percent: 0, resumeLectureId: null },
};

const noMonths = Array.from({ length: 12 }, () => 0);
export const nothingSold = {
  allPayments: { count: 0, items: [] },
  finalMonths: {},
  monthlySalesRecord: noMonths,
  monthylySalesRecords: noMonths,
  isBundleAlone: true,
  soldInPaise: 0,
  grossInPaise: 0,
  refundedInPaise: 0,
  lostInPaise: 0,
  netInPaise: 0,
};
