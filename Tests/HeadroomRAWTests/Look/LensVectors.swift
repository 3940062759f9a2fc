import HeadroomRAW

/// What Tests/peers/raw_look_vectors.py prints: plane, place, source.
func lensVectors(
  _ rectilinear: DNGOpcode.Operation, _ fisheye: DNGOpcode.Operation, _ second: DNGOpcode.Operation
) -> [(DNGOpcode.Operation, Int, Double, Double, Double, Double)] {
  [
    (rectilinear, 0, 0, 0, 44.284757208, 33.470274199),
    (rectilinear, 1, 0, 0, 43.202021757, 32.292005578),
    (rectilinear, 2, 0, 0, 42.323235305, 31.257688958),
    (fisheye, 1, 0, 0, 309.646087437, 232.215207858),
    (second, 2, 0, 0, -8.441105563, -4.382589997),
    (rectilinear, 0, 3999, 2999, 3956.166777358, 2967.204297760),
    (rectilinear, 1, 3999, 2999, 3957.858570028, 2968.112021256),
    (rectilinear, 2, 3999, 2999, 3959.354411699, 2968.863796752),
    (fisheye, 1, 3999, 2999, 3689.353912563, 2766.784792142),
    (second, 2, 3999, 2999, 4002.591193040, 3003.577052444),
    (rectilinear, 0, 1234.5, 678.25, 1238.711401671, 682.703012672),
    (rectilinear, 1, 1234.5, 678.25, 1238.795759333, 682.689759990),
    (rectilinear, 2, 1234.5, 678.25, 1238.960615996, 682.752634307),
    (fisheye, 1, 1234.5, 678.25, 1214.535197184, 656.817196977),
    (second, 2, 1234.5, 678.25, 1231.272926981, 675.118618680),
    (rectilinear, 0, 2050, 1480, 2050.002017353, 1480.009034054),
    (rectilinear, 1, 2050, 1480, 2049.999961731, 1480.000786159),
    (rectilinear, 2, 2050, 1480, 2049.996855109, 1479.988490263),
    (fisheye, 1, 2050, 1480, 2055.040131678, 1478.053810540),
    (second, 2, 2050, 1480, 2050.451593316, 1479.287351277),
  ]
}
