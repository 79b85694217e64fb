import { CITIES } from './places.ts'

const MORE = [
  'Aachen Aalborg Aarhus Abidjan Abuja Accra Adana Adelaide Agadir Ahmedabad Aleppo Algiers Alicante Almaty Amman',
  'Amsterdam Ancona Ankara Antalya Antwerp Aqaba Arequipa Asmara Astana Asuncion Athens Atlanta Auckland Augsburg',
  'Avignon Baku Bamako Bangalore Bangkok Banjul Barcelona Barranquilla Basra Beirut Belfast Belgrade Belmopan Bengaluru',
  'Berlin Bern Bilbao Birmingham Bishkek Bissau Bogota Bologna Bonn Bordeaux Boston Brasilia Braga Bratislava',
  'Bremerhaven Brest Brisbane Brno Bruges Brussels Bucharest Budapest Bulawayo Bursa Cairo Cali Canberra Caracas',
  'Cardiff Cartagena Casablanca Catania Cayenne Charlotte Chicago Chisinau Cologne Colombo Conakry Copenhagen Cork',
  'Cotonou Coventry Cuenca Curitiba Cusco Daejeon Dallas Damascus Davao Delft Denver Detroit Dhaka Dijon Djibouti',
  'Dodoma Doha Dortmund Douala Dresden Dubai Dublin Dubrovnik Dundee Durban Dushanbe Edinburgh Edmonton Eindhoven',
  'Entebbe Erbil Erfurt Esbjerg Espoo Essen Faro Fes Florence Fortaleza Freetown Fukuoka Funchal Gaborone Gdansk Gdynia',
  'Geneva Genoa Gijon Girona Glasgow Goa Gothenburg Granada Grenoble Groningen Guadalajara Guayaquil Haarlem',
  'Hamburg Hannover Harare Havana Heidelberg Helsinki Heraklion Hiroshima Honiara Honolulu Houston Hyderabad Iasi',
  'Ibadan Incheon Innsbruck Inverness Iquitos Isfahan Islamabad Istanbul Ivalo Jaipur Jakarta Jeddah Jena Johannesburg',
  'Kabul Kampala Kano Karachi Karlsruhe Kathmandu Katowice Kaunas Kazan Kerman Khartoum Kiel Kigali Kingston Kinshasa',
  'Kisumu Klagenfurt Kobe Kochi Kolkata Krakow Kumasi Kyoto Lagos Lahore Lausanne Leipzig Leon Leuven Libreville Liege',
  'Lille Limassol Limerick Linz Liverpool Ljubljana Lodz Lome London Luanda Lubeck Lublin Lucerne Lucknow Lusaka Lyon',
  'Maastricht Madrid Malabo Malaga Manama Manaus Manchester Mandalay Manila Mannheim Maputo Maribor Marrakesh Marseille',
  'Maseru Mecca Medellin Medina Melbourne Memphis Mendoza Merida Messina Miami Milan Minsk Mombasa Monaco Monrovia',
  'Monterrey Montevideo Montreal Multan Mumbai Munich Murcia Mwanza Mysore Nagoya Nagpur Nantes Naples Narvik Nashville',
  'Nassau Newcastle Niamey Nice Nicosia Nottingham Nouakchott Novara Nuremberg Nuuk Odense Odessa Oran Orlando Ostend',
  'Ottawa Oulu Oviedo Oxford Padua Palermo Panama Paris Parma Patras Perugia Pisa Podgorica Poitiers Portland Potsdam',
  'Poznan Prague Pretoria Pristina Puebla Quebec Rabat Ravenna Reykjavik Rimini Roskilde Rostock Rotterdam Rouen',
  'Saarbrucken Salamanca Salerno Salvador Salzburg Samarkand Santander Santiago Santos Sarajevo Seattle Segovia Seoul',
  'Shanghai Sheffield Shiraz Siena Singapore Skopje Sofia Stavanger Stockholm Strasbourg Stuttgart Surabaya Suva Sydney',
  'Szeged Tabriz Taipei Tampa Tampere Tangier Tartu Tashkent Tbilisi Tehran Tirana Tokyo Toledo Toronto Toulouse Trento',
  'Trieste Tripoli Tromso Trondheim Turku Ulm Uppsala Utrecht Valencia Valletta Vancouver Venice Verona Vienna Vigo',
  'Warsaw Windhoek Winnipeg Wroclaw Yerevan Yokohama York Zanzibar Zaragoza Zurich',
].flatMap((line) => line.split(' '))

/** Names of cities the world over, for tasks that take one each. */
export const WORLD_CITIES: readonly string[] = [...CITIES, ...MORE]
