/** The pieces of handles and full names. Every list is free of doubles: handles stay unique by construction. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  ada adil agnes aiko aino alba alexa alina alma amara amir ana anders anja anouk anton arda ari arno asha astrid aurel
  aya bao bella ben bianca bjorn bo bruno calum carla carlos celia cem chiara chloe clara cleo coen dalia dana daniel
  daria deniz diego dina dora edda eike elena eli elif elin elsa emil emma enzo erik esme esra eva ewa fadi farah felix
  femi filip finn flora frida gabi gael gemma gia gil gina greta gus hana hani hasan heidi henri hugo ida idris ilse
  imani ines ingrid irina iris isak ivan ivo jana jasper jin joao jonas jori josef juno kai kaja karim kasia katya keiko
  kemal kira klara koji kofi lana lars laszlo lea leila lena leo lev lia lila lina linh liv lola lou luca lucia luis
  luna mads maia malik mara marco maren mari marta mateo matti maya mei mehmet mia mika mila mina mira moana nadia naomi
  nico niko nils nina noa noor nora nuria odin olga oli omar ona oskar otis otto pablo paola pau petra phoebe pia pilar
  priya quinn rafa rami rania ravi remi renata rio rita robin rosa ruben ruth saba salma samir sana sara selma sienna
  silas simone sofia sol stella sumi svea taro tea teo thea tilda timo tomas tova uma vera vida viggo vito wanda willa
  wim xenia yara yasmin yuki yusuf zara zeno zoe
`);

export const SURNAMES = words(`
  Abend Alder Amsel Arndt Asher Bach Baran Bauer Becker Bellini Berg Bianchi Blom Bosch Brandt Brook Calder Castell
  Chen Cole Costa Dahl Dias Dubois Eklund Engel Falk Farkas Ferro Fischer Flores Fonseca Frank Gallo Garcia Hagen Hale
  Hansen Hart Holm Horvat Ito Ivanov Jansen Kaya Keller Kim Kovac Kowal Lang Larsen Lemaire Lind Lopez Lund Marek
  Marino Mendes Meyer Mori Moser Nagy Nakamura Neri Nguyen Novak Nowak Oduya Okafor Olsen Ortega Park Patel Pereira
  Petrov Ponti Quist Ramos Reyes Ricci Rossi Roth Saito Sand Santos Sato Schmidt Silva Simic Singh Soler Sorensen
  Stein Strand Suarez Tanaka Torres Vance Varga Vega Vidal Vogel Wagner Walsh Weber Weiss Winter Wolf Yilmaz Zeller
`);

export const HANDLE_WORDS = words(`
  acoustics adventures afar almanac analog archive atelier atlas attic away bakery balcony bazaar beats bees bicycle
  birds blooms boats books botany bound bread brews bricks bytes cabin cafe camera candid canvas canyons ceramics
  chapters cheese chess cinema clay climbs clouds club coast coffee collects colors comics cooks corner crafts creates
  crumbs cycles dances daily darkroom days designs diary diaries digs dives dogs doodles draws dreams drifts drives
  dunes eats echoes edits elsewhere errands explores fables farm fern ferments fields film films fjords florals
  folk footnotes forages forest forge foto frames freckles fresh garage garden gardens glass goes gold grams grain
  granola greens grows guitar habits harbor harvest heights herbs hikes hills hobby home honey horizon hours house
  illustrates images indigo inks interior inthecity inthewild islands jams jazz journal journey jungle kayaks kicks
  kiln kitchen kites knits lab lakes lane lanterns leather lens letters library lifts light lights linen lines live
  loaf local loops loom lunch makes maps market meadow meals melody mends metal minis mix moments monsoon moss motel
  motion mountains moves mud murals museum music nature nest noir nomad noodles north notebook notes ocean offgrid
  offline olive onfilm ontheroad orchard origami outdoors outside oven paints paper parks pasta patterns petals piano
  picnic pines pins pixels plants plates pottery prints projects puzzles quilts rambles ranch reads records recipes reef
  rides rivers roads roams roast rooftop roots routes runs saddle sails salt sea seasons seeds sews shapes shores shots
  sings sketches skies slow snaps snow soil songs sounds soup spaces spice spins stamps steps stills stitch stories
  strings studio summit sunday sunrise surfs swims synths table tales tapes tastes tea tests textiles threads tides
  tiles tools tracks trails trains travels treks trips tunes type vans vault verse views vinyl vintage visits voyages
  waffles walks wanders waves weaves weekend wheels wild wonders woodwork words works worlds woven writes yarns yoga
`);

/** Names whose letters a careless byte count or escape would damage. */
export const WORLD_NAMES: readonly string[] = [
  'Жанна Орлова',
  'Ольга Северная',
  'Дмитрий Лесной',
  '山田 花子',
  '佐藤 健',
  '김하늘',
  '박서준',
  '王小明',
  '李雪 🌸',
  'ليلى حداد',
  'عمر الشمري',
  'נועה לוי',
  'Ελένη Παππά',
  'ธนพร ใจดี',
  'अनया शर्मा',
  'Zoë Ångström',
  'Łukasz Żak',
  'İpek Çağlar',
  'Søren Ærø',
  'Niamh Ní Bhriain ☘️',
  '👩🏽‍🚀 Amara',
  'The “Quoted” O’Hara',
];
