const keys = (area: string, places: string): string[] => places.split(' ').map((place) => `${area}/${place}`)

/**
 * IANA keys in three parts of the world whose clocks never show the same hour. Zones that changed their rules of late
 * are left out, as hosts differ in what they know of them.
 */
export const ZONES_BY_AREA: readonly (readonly string[])[] = [
  [
    ...keys('America', 'Anchorage Bogota Caracas Chicago Costa_Rica Denver Guatemala Guayaquil Halifax'),
    ...keys('America', 'Havana Jamaica La_Paz Lima Los_Angeles Managua Montevideo New_York Panama Phoenix'),
    ...keys('America', 'Puerto_Rico Regina Sao_Paulo St_Johns Tegucigalpa Toronto Winnipeg'),
    ...keys('Pacific', 'Honolulu'),
  ],
  [
    ...keys('Europe', 'Amsterdam Athens Belgrade Berlin Brussels Bucharest Budapest Copenhagen Dublin'),
    ...keys('Europe', 'Helsinki Istanbul Lisbon London Madrid Malta Oslo Paris Prague Riga Rome Sofia'),
    ...keys('Europe', 'Stockholm Tallinn Vienna Vilnius Warsaw Zurich'),
    ...keys('Africa', 'Abidjan Accra Addis_Ababa Algiers Dakar Harare Johannesburg Kampala Kinshasa Lagos'),
    ...keys('Africa', 'Luanda Maputo Nairobi Tunis'),
  ],
  [
    ...keys('Asia', 'Baku Bangkok Colombo Dhaka Dubai Hong_Kong Jakarta Kabul Karachi Kathmandu Kolkata'),
    ...keys('Asia', 'Kuala_Lumpur Manila Muscat Seoul Shanghai Singapore Taipei Tashkent Tbilisi Tokyo'),
    ...keys('Asia', 'Ulaanbaatar Vientiane Vladivostok Yakutsk Yangon Yerevan'),
    ...keys('Australia', 'Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney'),
    ...keys('Pacific', 'Auckland Chatham Guam Port_Moresby Tarawa Tongatapu'),
  ],
]

const MORE_ZONES = [
  ...keys(
    'Africa',
    'Asmara Bamako Bangui Banjul Bissau Blantyre Brazzaville Bujumbura Conakry Dar_es_Salaam',
  ),
  ...keys('Africa', 'Djibouti Douala Freetown Gaborone Khartoum Kigali Libreville Lome Lubumbashi Lusaka'),
  ...keys('Africa', 'Malabo Maseru Mbabane Mogadishu Monrovia Ndjamena Niamey Nouakchott Ouagadougou'),
  ...keys('Africa', 'Porto-Novo Sao_Tome Tripoli Windhoek'),
  ...keys('America', 'Anguilla Antigua Aruba Bahia Barbados Belem Belize Boa_Vista Boise Cayenne Cayman'),
  ...keys('America', 'Cuiaba Curacao Detroit Dominica El_Salvador Fortaleza Grenada Guadeloupe Guyana'),
  ...keys('America', 'Juneau Maceio Manaus Martinique Mazatlan Merida Mexico_City Moncton Monterrey'),
  ...keys('America', 'Montserrat Nassau Noronha Paramaribo Port-au-Prince Port_of_Spain Porto_Velho Recife'),
  ...keys('America', 'Rio_Branco Santarem Santo_Domingo St_Kitts St_Lucia St_Thomas St_Vincent Tortola'),
  ...keys('Asia', 'Aden Baghdad Bahrain Bishkek Brunei Chita Dili Dushanbe Hovd Irkutsk Jayapura Kamchatka'),
  ...keys('Asia', 'Krasnoyarsk Kuching Kuwait Macau Magadan Makassar Nicosia Novosibirsk Omsk Phnom_Penh'),
  ...keys('Asia', 'Pontianak Qatar Riyadh Sakhalin Samarkand Thimphu Tomsk Urumqi Yekaterinburg'),
  ...keys('Atlantic', 'Azores Bermuda Canary Cape_Verde Faroe Madeira Reykjavik South_Georgia Stanley'),
  ...keys('Europe', 'Andorra Bratislava Chisinau Gibraltar Guernsey Isle_of_Man Jersey Ljubljana'),
  ...keys('Europe', 'Luxembourg Mariehamn Minsk Monaco Moscow Podgorica Samara San_Marino Sarajevo Skopje'),
  ...keys('Europe', 'Tirane Vaduz Vatican Zagreb'),
  ...keys('Indian', 'Chagos Christmas Cocos Comoro Mahe Maldives Mauritius Mayotte Reunion'),
  ...keys('Pacific', 'Efate Funafuti Guadalcanal Kiritimati Kosrae Majuro Nauru Noumea Pago_Pago Palau'),
  ...keys('Pacific', 'Pitcairn Saipan Tahiti Wake Wallis'),
]

/** IANA keys from all over the world, those of {@link ZONES_BY_AREA} among them; each may share its clock with others. */
export const ZONES: readonly string[] = [
  ...ZONES_BY_AREA.flat(),
  ...MORE_ZONES,
]

