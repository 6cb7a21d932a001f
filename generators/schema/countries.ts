/**
 * The 249 officially assigned codes of ISO 3166-1 alpha-2, as the standard's maintenance agency lists them. The twenty countries
 * with the most inhabitants come first: what a server forgets, it forgets of those last, and misses at once.
 */
export const countryCodes: readonly string[] = (
  'CN IN US ID PK NG BR BD RU MX JP ET PH EG CD VN IR TR DE GB ' +
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BE BF BG BH BI BJ BL BM BN BO BQ BS BT BV BW BY BZ CA ' +
  'CC CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DJ DK DM DO DZ EC EE EH ER ES FI FJ FK FM FO FR GA GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IE IL IM IO IQ IS IT JE JM JO KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MY MZ NA NC NE NF NI NL NO NP NR NU NZ OM PA PE PF PG PL PM PN PR PS PT PW PY QA RE RO RS RW SA SB SC SD SE ' +
  'SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TT TV TW TZ UA UG UM UY UZ ' +
  'VA VC VE VG VI VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Those that are reserved, or were assigned once: many a list has some of them. */
const RESERVED =
  'AC AN BU CP CQ CS CT DD DG DY EA EU EW EZ FL FQ FX HV IC JA JT LF MI NH NQ NT PC PI PU PZ RA RB RC RH RI RL RM RN RP SF SU TA TP UK UN VD WG WK WL WV YD YU YV ZR';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Two letters that are no country's, neither reserved nor left to users of the standard (AA, QM to QZ, XA to XZ, ZZ). */
export const unassignedCodes: readonly string[] = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(
  (code) => !/^(AA|Q[M-Z]|X.|ZZ)$/.test(code) && !countryCodes.includes(code) && !RESERVED.split(' ').includes(code),
);
